"""Similarities of concepts, and the files and programs that they come from."""
