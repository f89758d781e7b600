"""The paper about this program, in the form of the Journal of Open Source Software."""
