"""The gpulse server as a Python package."""
