"""Audits: principles of metrics, measured."""
