"""Sections about scores and certificates: corpora, documents, UMR, aspects and optima, beside other programs."""
