"""Golden datasets: built from documents, checked, kept up to date, read by people."""
