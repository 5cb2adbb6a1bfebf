// LMDB tables in transactions, and copies as verified files.
export {};
