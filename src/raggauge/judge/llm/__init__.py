"""Judges that ask a language model: `make` builds one, `examination` follows one sample through its calls."""
