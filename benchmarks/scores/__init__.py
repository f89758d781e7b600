"""Sections about scores and certificates: corpora, documents, UMR, aspects and optima, next to other programs."""
