"""Tests of the SDK, against fakes of the server."""
