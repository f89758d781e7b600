"""Folders that `compare -o` writes and `verify` makes anew."""
