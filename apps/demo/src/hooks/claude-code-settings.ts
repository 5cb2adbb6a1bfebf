/** Claude Code's settings of a project, with Verbatim's hooks added and everything else as it was. */
import { refuse } from '@verbatim/core';
import { hookEvents, writingTools } from './claude-code.js';

/** Relative to the project's folder. */
export const settingsPath = '.claude/settings.json';

/** Seconds that a hook may take: longer than the wait for another process that holds the ledger. */
const hookSecondsMax = 60;

interface HookCommand {
  readonly type: 'command';
  readonly command: string;
  readonly timeout: number;
  /** Newer versions block also where the hook could not be started; older ones do not know the word. */
  readonly onFailure?: 'block';
}

/**
 * The settings with the hooks in them, or `undefined` where they are there. `before` is the file's text, undefined where there
 * is no file. Indentation, line ends and the last newline stay. Refuses `INPUT_INVALID` where the file would lose something.
 */
export function withHooks(before: string | undefined, command: string): string | undefined {
  const settings = before === undefined || before.trim() === '' ? {} : readSettings(before);
  const hooks = settings['hooks'] ?? {};
  if (!isRecord(hooks)) return unfit('its "hooks" are no object');
  const added: Record<string, unknown> = { ...hooks };
  let isChanged = false;
  for (const event of Object.keys(hookEvents)) {
    const groups = hooks[event] ?? [];
    if (!Array.isArray(groups)) return unfit(`its "hooks" have a "${event}" that is no list`);
    if (JSON.stringify(groups).includes('hook claude-code')) continue;
    added[event] = [
      ...(groups as unknown[]),
      { matcher: writingTools.join('|'), hooks: [hookCommand(event, command)] },
    ];
    isChanged = true;
  }
  if (!isChanged) return undefined;
  const text = `${JSON.stringify({ ...settings, hooks: added }, null, indentOf(before ?? ''))}\n`;
  const ended = before === undefined || before.trim() === '' || /\n\s*$/.test(before) ? text : text.trimEnd();
  return before?.includes('\r\n') === true ? ended.replaceAll('\n', '\r\n') : ended;
}

/** The file's text, with a byte order mark where it has one. Refuses `INPUT_INVALID` where it is no UTF-8. */
export function settingsText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return unfit('it is no UTF-8');
  }
}

function hookCommand(event: string, command: string): HookCommand {
  const base = { type: 'command', command, timeout: hookSecondsMax } as const;
  return event === 'PreToolUse' ? { ...base, onFailure: 'block' } : base;
}

function readSettings(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unfit('it is no JSON');
  }
  if (!isRecord(value)) return unfit('it is no object');
  // A key that is there twice, a number that no double holds: what a parser drops would be lost.
  if (JSON.stringify(value) !== withoutSpace(text))
    return unfit('it has a key twice, or is written in a way that would be lost');
  return value;
}

/** The same JSON without the white space between its tokens. */
function withoutSpace(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? '');
}

function indentOf(text: string): string | number {
  return /^\{\r?\n([ \t]+)"/.exec(text.trimStart())?.[1] ?? 2;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unfit(why: string): never {
  return refuse(
    'INPUT_INVALID',
    `The settings could not be merged without losing something: ${why}.`,
    [settingsPath],
    'Add the hooks by hand; apps/demo/README.md shows them.',
  );
}
