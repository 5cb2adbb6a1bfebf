import type { Side } from '../cut-file.js';
import { displayPiece } from '../display-text.js';
import { limits } from '../limits.js';
import { countLines } from '../line-ends.js';
import { emptyHash, mixByte, mixHash } from './hash.js';
import { TokenReader } from './tokens.js';
import { isSpace, type JsonTree } from './tree.js';

/** Why bytes are no JSON, for people: `line 3: unexpected "/"`. */
export interface NotJson {
  readonly problem: string;
}

/** Reads UTF-8 bytes strictly as RFC 8259, or as several such texts, one a line. Takes no stack, however deep they nest. */
export function readTree({ bytes, encoding }: Side): JsonTree | NotJson {
  const reader = new TreeReader(bytes, encoding.bomBytes);
  const failedAt = reader.read();
  if (failedAt === undefined) return reader.tree();
  if (failedAt === 'too many') return { problem: `more than ${limits.jsonValuesMax} values` };
  if (failedAt >= bytes.length) return { problem: 'it ends too early' };
  // The line of the culprit: it and all before it.
  const line = countLines(bytes.subarray(0, failedAt + 1), encoding);
  return { problem: `line ${line}: unexpected "${displayPiece(bytes.subarray(failedAt), encoding.name, 1).text}"` };
}

/** What may come next: anything that begins a list, what must follow a comma, or what must follow a child. */
type Expected = 'first' | 'child' | 'comma';

class TreeReader {
  readonly #bytes: Uint8Array;
  readonly #tokens: TokenReader;
  readonly #bomBytes: number;
  #at: number;
  /** The innermost list that is not closed yet. Until it is, its `next` holds the list around it. */
  #list = 0;
  #expected: Expected = 'first';
  #failedAt: number | 'too many' | undefined;

  #count = 0;
  #start: Int32Array;
  #end: Int32Array;
  #next: Int32Array;
  #keyStart: Int32Array;
  #keyEnd: Int32Array;
  #meaning: Int32Array;
  #text: Int32Array;

  #documentCount = 0;
  #hasInnerLineEnd = false;
  #lineEndInSpace = false;

  constructor(bytes: Uint8Array, bomBytes: number) {
    this.#bytes = bytes;
    this.#tokens = new TokenReader(bytes);
    this.#bomBytes = bomBytes;
    this.#at = bomBytes;
    // Most files have fewer values than one in 8 bytes, and growing costs copies of all; what is never used takes no memory.
    const capacity = 1_024 + Math.min(limits.jsonValuesMax, bytes.length >> 3);
    this.#start = new Int32Array(capacity);
    this.#end = new Int32Array(capacity);
    this.#next = new Int32Array(capacity);
    this.#keyStart = new Int32Array(capacity);
    this.#keyEnd = new Int32Array(capacity);
    this.#meaning = new Int32Array(capacity);
    this.#text = new Int32Array(capacity);
  }

  /** Returns where the bytes stop to be JSON, or that they hold too much. */
  read(): number | 'too many' | undefined {
    this.#add(this.#bomBytes, -1, -1);
    while (this.#step());
    return this.#failedAt;
  }

  tree(): JsonTree {
    return {
      bytes: this.#bytes,
      start: this.#start,
      end: this.#end,
      next: this.#next,
      keyStart: this.#keyStart,
      keyEnd: this.#keyEnd,
      meaning: this.#meaning,
      text: this.#text,
      documentCount: this.#documentCount,
      hasInnerLineEnd: this.#hasInnerLineEnd,
    };
  }

  /** Reads up to and with the next child, comma or end of a list; false at the end of the file or of its being JSON. */
  #step(): boolean {
    this.#skipSpace();
    if (this.#list === 0) return this.#stepBetweenDocuments();
    const value = this.#bytes[this.#at];
    const isObject = this.#bytes[this.#start[this.#list]!] === OPEN_OBJECT;
    if (value === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY) && this.#expected !== 'child') return this.#close();
    if (this.#expected !== 'comma') return isObject ? this.#member() : this.#value(-1, -1);
    if (value !== COMMA) return this.#fail(this.#at);
    this.#at++;
    this.#expected = 'child';
    return true;
  }

  #stepBetweenDocuments(): boolean {
    if (this.#at === this.#bytes.length) {
      if (this.#documentCount === 0) return this.#fail(this.#at);
      this.#end[0] = this.#at;
      this.#next[0] = this.#count;
      return false;
    }
    if (this.#documentCount > 0 && !this.#lineEndInSpace) return this.#fail(this.#at);
    this.#documentCount++;
    return this.#value(-1, -1);
  }

  #member(): boolean {
    const keyStart = this.#at;
    if (this.#bytes[keyStart] !== QUOTE) return this.#fail(keyStart);
    const keyEnd = this.#tokens.string(keyStart);
    if (keyEnd < 0) return this.#fail(-1 - keyEnd);
    this.#mix(this.#tokens.text, this.#tokens.meaning);
    this.#at = keyEnd;
    this.#skipSpace();
    if (this.#bytes[this.#at] !== COLON) return this.#fail(this.#at);
    this.#at++;
    this.#skipSpace();
    return this.#value(keyStart, keyEnd);
  }

  #value(keyStart: number, keyEnd: number): boolean {
    if (this.#count > limits.jsonValuesMax) return this.#fail('too many');
    const start = this.#at;
    const first = this.#bytes[start];
    const node = this.#add(start, keyStart, keyEnd);
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      this.#next[node] = this.#list;
      this.#list = node;
      this.#expected = 'first';
      this.#mixByte(first);
      this.#at++;
      return true;
    }
    const end = this.#scalar(first);
    if (end < 0) return this.#fail(-1 - end);
    this.#finish(node, end, this.#tokens.text, this.#tokens.meaning);
    return true;
  }

  #scalar(first: number | undefined): number {
    if (first === QUOTE) return this.#tokens.string(this.#at);
    const isNumber = first === MINUS || (first !== undefined && first >= 0x30 && first <= 0x39);
    return isNumber ? this.#tokens.number(this.#at) : this.#tokens.literal(this.#at);
  }

  #close(): boolean {
    const node = this.#list;
    this.#list = this.#next[node]!;
    this.#finish(node, this.#at + 1, this.#text[node]!, this.#meaning[node]!);
    return true;
  }

  /** Ends a child and takes its hashes into those of the list around it. */
  #finish(node: number, end: number, text: number, meaning: number): void {
    this.#end[node] = end;
    this.#next[node] = this.#count;
    this.#text[node] = text;
    this.#meaning[node] = meaning;
    this.#mix(text, meaning);
    this.#at = end;
    this.#expected = 'comma';
  }

  #mix(text: number, meaning: number): void {
    this.#text[this.#list] = mixHash(this.#text[this.#list]!, text);
    this.#meaning[this.#list] = mixHash(this.#meaning[this.#list]!, meaning);
  }

  /** An opening bracket, so that an empty object is no empty array. */
  #mixByte(value: number): void {
    this.#mix(value, value);
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    let value = bytes[this.#at];
    if (!isSpace(value)) {
      this.#lineEndInSpace = false;
      return;
    }
    let hash = emptyHash;
    let lineFeeds = 0;
    let lineEnds = 0;
    do {
      if (value === LF) lineFeeds++;
      if (value === LF || value === CR) lineEnds++;
      hash = mixByte(hash, value!);
      value = bytes[++this.#at];
    } while (isSpace(value));
    this.#text[this.#list] = mixHash(this.#text[this.#list]!, hash);
    this.#lineEndInSpace = lineFeeds > 0;
    if (lineEnds > 0 && this.#list !== 0) this.#hasInnerLineEnd = true;
  }

  #add(start: number, keyStart: number, keyEnd: number): number {
    if (this.#count === this.#start.length) this.#grow();
    const node = this.#count++;
    this.#start[node] = start;
    this.#keyStart[node] = keyStart;
    this.#keyEnd[node] = keyEnd;
    return node;
  }

  #grow(): void {
    const longer = (numbers: Int32Array): Int32Array => {
      const twice = new Int32Array(numbers.length * 2);
      twice.set(numbers);
      return twice;
    };
    this.#start = longer(this.#start);
    this.#end = longer(this.#end);
    this.#next = longer(this.#next);
    this.#keyStart = longer(this.#keyStart);
    this.#keyEnd = longer(this.#keyEnd);
    this.#meaning = longer(this.#meaning);
    this.#text = longer(this.#text);
  }

  #fail(at: number | 'too many'): false {
    this.#failedAt = at;
    return false;
  }
}

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
