TEST_P(Code, Runs) {}
