// The real disk: look, identity, durable write, swap, trash, confinement to a root.
export {};
