// For tests: a faulty disk around the real one, a manual clock, contract suites.
export {};
