"""The search of documents: pairs of graphs of thousands of variables."""
