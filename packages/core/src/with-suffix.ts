/** Bytes of a file's name that disks take. */
const nameBytesMax = 255;
/** Bytes of an extension with its dot; what follows the last dot of a long title is none. */
const extensionBytesMax = 32;

/** A file's name with `suffix` before its extension, cut short by whole characters so that `reserved` more bytes fit behind it. */
export function withSuffix(name: string, suffix: string, reserved = 0): string {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && bytesOf(name.slice(dot)) <= extensionBytesMax;
  const [stem, extension] = isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const letters = Array.from(stem);
  const whole = (): string => `${letters.join('')}${suffix}${extension}`;
  while (letters.length > 1 && bytesOf(whole()) + reserved > nameBytesMax) letters.pop();
  return whole();
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
