/** Whether a file could be an Office file, by its first bytes or its name; what it really is, the Office package says. */
const endings = /\.(?:doc|dot|ppt|pot|pps|ppa|xls|xlt|xla)[xmb]?$/i;

/** True for all that `recognizeOffice` knows, and more; so that nothing of Office is loaded for text. */
export function mayBeOffice(path: string, bytes: Uint8Array): boolean {
  return isZip(bytes) || endings.test(path);
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
