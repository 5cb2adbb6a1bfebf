/** Asks the server: an operation's name and its input, answered as `--json` prints it. */
import type { Answer, Failed, Input, OperationName, SignedIn } from '../../src/web/api.ts';

export type Replied<N extends OperationName> = ({ readonly v: 1 } & Answer<N>) | Failed;

/** Kept for this tab only; beside it goes a cookie that no script can read. */
const keyName = 'verbatim-key';

export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Gives the address's token for a cookie and a key. False where the server does not know it. */
export async function signIn(token: string): Promise<boolean> {
  const response = await post('session', { token });
  if (!response.ok) return false;
  const { key } = (await response.json()) as SignedIn;
  sessionStorage.setItem(keyName, key);
  return true;
}

/** Throws `SignedOut`, and a `TypeError` where the server cannot be reached. */
export async function ask<N extends OperationName>(name: N, input: Input<N>): Promise<Replied<N>> {
  const response = await post(name, input);
  if (response.status === 401) throw new SignedOut();
  return (await response.json()) as Replied<N>;
}

/** Asks for something to be done: under a key, so that asking again after a broken line does it once. */
export async function order<N extends OperationName>(name: N, input: Input<N>): Promise<Replied<N>> {
  const keyed = { ...input, key: crypto.randomUUID() };
  try {
    return await ask(name, keyed);
  } catch (error) {
    if (error instanceof SignedOut) throw error;
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    return ask(name, keyed);
  }
}

/** The server's events until the line breaks. */
export async function* events(signal: AbortSignal): AsyncGenerator<{ readonly name: string; readonly data: unknown }> {
  const response = await post('events', {}, signal);
  if (response.status === 401) throw new SignedOut();
  if (!response.ok || response.body === null) throw new TypeError('no events');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const named = (field: string): string =>
        lines
          .filter((line) => line.startsWith(`${field}: `))
          .map((line) => line.slice(field.length + 2))
          .join('\n');
      yield { name: named('event'), data: JSON.parse(named('data')) as unknown };
    }
  }
}

function post(name: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-verbatim-key': sessionStorage.getItem(keyName) ?? '' };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  return fetch(`/api/${name}`, signal === undefined ? options : { ...options, signal });
}
