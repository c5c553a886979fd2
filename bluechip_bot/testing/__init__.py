"""Players that go wrong on purpose, for the tests of whatever has to live with them."""
