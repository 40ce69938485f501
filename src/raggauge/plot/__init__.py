"""SVG plots from plain numbers: nothing here knows of runs, metrics or messages."""
