"""The web site: documentation, reference, tutorial, playground and reports in one folder that any host can serve."""
