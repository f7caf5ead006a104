"""The referee over HTTP: envelopes, operations, problems. No rules live here."""
