/** Claude Code's settings of a project, with Verbatim's hooks added and everything else as it was. */
import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@verbatim/core';
import { hookEvents, writingTools } from './claude-code.js';

/** Relative to the project's folder. */
export const settingsPath = '.claude/settings.json';

/** One person's own settings of the project, which have the last word. */
export const ownSettingsPath = '.claude/settings.local.json';

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
 * is no file. Hooks of ours that would run otherwise are written anew, those of others stay; so do indentation, line ends and
 * the last newline. Refuses `INPUT_INVALID` where the file would lose something, or where it turns all hooks off.
 */
export function withHooks(before: string | undefined, command: string): string | undefined {
  const settings = before === undefined || before.trim() === '' ? {} : readSettings(before);
  const hooks = settings['hooks'] ?? {};
  if (!isRecord(hooks)) return unfit('its "hooks" are no object');
  if (settings['disableAllHooks'] === true) return turnedOff(settingsPath);
  const added: Record<string, unknown> = { ...hooks };
  for (const event of Object.keys(hookEvents)) {
    const groups = hooks[event] ?? [];
    if (!Array.isArray(groups)) return unfit(`its "hooks" have a "${event}" that is no list`);
    added[event] = withHook(groups, hookCommand(event, command));
  }
  if (isDeepStrictEqual(added, hooks)) return undefined;
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

/** Refuses where a file beside the settings, with a say over them, turns all hooks off; what it cannot be read as says nothing. */
export function checkTurnedOn(text: string, path: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  if (isRecord(value) && value['disableAllHooks'] === true) turnedOff(path);
}

/** The groups of one event with this hook for every tool that writes, and no other hook of ours. */
function withHook(groups: readonly unknown[], wanted: HookCommand): readonly unknown[] {
  const isRight = (group: Group, hook: unknown): boolean => coversAll(group.matcher) && isDeepStrictEqual(hook, wanted);
  const kept = groups.flatMap((group) => {
    if (!isGroup(group)) return [group];
    const hooks = group.hooks.filter((hook) => !isOurs(hook) || isRight(group, hook));
    if (hooks.length === group.hooks.length) return [group];
    return hooks.length === 0 ? [] : [{ ...group, hooks }];
  });
  if (kept.some((group) => isGroup(group) && group.hooks.some((hook) => isRight(group, hook)))) return kept;
  return [...kept, { matcher: writingTools.join('|'), hooks: [wanted] }];
}

interface Group {
  readonly matcher?: unknown;
  readonly hooks: readonly unknown[];
}

function isGroup(value: unknown): value is Group {
  return isRecord(value) && Array.isArray(value['hooks']);
}

/** No matcher, an empty one and `*` stand for every tool; a pattern that only may cover ours is not relied on. */
function coversAll(matcher: unknown): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  const tools = typeof matcher === 'string' ? matcher.split('|') : [];
  return writingTools.every((tool) => tools.includes(tool));
}

/** One word of a shell, quoted or not. */
const word = String.raw`(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"[^"]*"|\\.|[^\s'"\\;&|<>()\x60])+`;
const option = String.raw`--(?:allow-outside|json|(?:home|root|agent|request|key)(?:\s+|=)${word})`;
const hookLine = new RegExp(String.raw`^\s*(?:\S*node['"]?\s+)?(${word})\s+hook\s+claude-code(?:\s+${option})*\s*$`);

/** A command that does nothing but start this hook, from wherever. One that does more is somebody's own. */
function isOurs(hook: unknown): boolean {
  const command = isRecord(hook) ? hook['command'] : undefined;
  const [, program = ''] = typeof command === 'string' ? (hookLine.exec(command) ?? []) : [];
  return /(?:^|[/'"])verbatim(?:\.js)?['"]?$/.test(program);
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

function turnedOff(path: string): never {
  return refuse(
    'INPUT_INVALID',
    'The settings turn all hooks off ("disableAllHooks"), so no edit would be captured.',
    [path],
    `Take "disableAllHooks" out of ${path}, then install again.`,
  );
}

function unfit(why: string): never {
  return refuse(
    'INPUT_INVALID',
    `The settings could not be merged without losing something: ${why}.`,
    [settingsPath],
    'Add the hooks by hand; apps/demo/README.md shows them.',
  );
}
