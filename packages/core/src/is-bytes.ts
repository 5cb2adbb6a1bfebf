/**
 * Whether a caller without types handed over bytes: a `Uint8Array`, also one of another realm as test runners have, and
 * never another typed array, whose elements are not its bytes.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}
