/**
 * What Claude Code tells a hook on standard input, as far as it matters here: which tool is about to write, or has written,
 * which file. Source: the types of `@anthropic-ai/claude-agent-sdk` 0.3.328 and the hooks reference of 2026.
 */
import { refuse } from '@verbatim/core';

/** One moment of one tool call that writes files. */
export interface ToolCall {
  readonly moment: 'before' | 'after' | 'failed';
  /** `tool_use_id`, the same before and after. */
  readonly id: string;
  /** Absolute, as the tool was given them. */
  readonly files: readonly string[];
  /** Which session, and in it which subagent, so that two of them are told apart. */
  readonly agent: string;
  /** The person's prompt that this call serves. */
  readonly request: string;
  /** Where the session works, absolute. */
  readonly folder: string | undefined;
}

/** Tools that write, and where their input names the file. Old versions send MultiEdit still. */
const fileFields: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

export const writingTools: readonly string[] = Object.keys(fileFields);

export const hookEvents = { PreToolUse: 'before', PostToolUse: 'after', PostToolUseFailure: 'failed' } as const;

/**
 * Reads an event. `undefined`: it is about no file that is written, so it passes. Refuses `INPUT_INVALID` where it cannot be
 * read: what is not understood must not be waved through (P1).
 */
export function readToolCall(input: Uint8Array): ToolCall | undefined {
  const event = parsed(input);
  const name = event['hook_event_name'];
  const tool = event['tool_name'];
  if (typeof name !== 'string' || !Object.hasOwn(hookEvents, name)) {
    return name === undefined ? unreadable('it names no event') : undefined;
  }
  if (typeof tool !== 'string') return unreadable('it names no tool');
  const field = Object.hasOwn(fileFields, tool) ? fileFields[tool] : undefined;
  if (field === undefined) return undefined;
  const toolInput = event['tool_input'];
  const file = isRecord(toolInput) ? toolInput[field] : undefined;
  if (typeof file !== 'string' || file === '') return unreadable(`its tool_input has no ${field}`);
  const id = event['tool_use_id'];
  if (typeof id !== 'string' || id === '') return unreadable('it has no tool_use_id');
  const session = textIn(event, 'session_id');
  return {
    moment: hookEvents[name as keyof typeof hookEvents],
    id,
    files: [file],
    agent: ['claude-code', session?.slice(0, sessionShown), textIn(event, 'agent_id')]
      .flatMap((part) => part ?? [])
      .join('/'),
    request: textIn(event, 'prompt_id') ?? session ?? id,
    folder: textIn(event, 'cwd'),
  };
}

/** Digits of a session's UUID that tell it from others. */
const sessionShown = 8;

function parsed(input: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(input));
  } catch {
    return unreadable('it is no JSON');
  }
  return isRecord(value) ? value : unreadable('it is no object');
}

function textIn(event: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = event[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(why: string): never {
  return refuse(
    'INPUT_INVALID',
    `The event on standard input could not be read: ${why}. So nothing was captured.`,
    [],
    'Is this Verbatim too old for the agent? See verbatim hook --help.',
  );
}
