// Capture, commit, keep, discard, per-change verdicts, restore, recover.
export {};
