// Snapshots, pairs, actions, journal, history, retention, verify.
export {};
