/** The server's routes and who gets past them. Knows no file and no ledger: it reads requests and hands them on. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { failed, type Reply } from './answer.js';
import type { SignedIn } from './api.js';
import { bodyBytesMax } from './limits.js';
import type { PageFile } from './page-file.js';
import { NotUnderstood, readBody } from './read-body.js';
import type { SignIn } from './sign-in.js';

export interface AppOptions {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly page: PageFile;
  readonly signIn: SignIn;
  /** Answers an operation; undefined where there is none of that name. Throws `NotUnderstood`. */
  readonly operate: (name: string, body: unknown) => Promise<Reply> | undefined;
  /** Writes events until the page goes away; undefined where too many pages follow already. */
  readonly follow: (stream: SSEStreamingApi) => Promise<void> | undefined;
}

export function createApp({ host, page, signIn, operate, follow }: AppOptions): Hono {
  const app = new Hono();
  const origin = `http://${host}`;

  app.use(async (c, next) => {
    await next();
    c.header('Content-Security-Policy', page.contentSecurityPolicy);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cache-Control', 'no-store');
  });
  // A name that was rebound to this machine still says its own name here.
  app.use(async (c, next) => (c.req.header('host') === host ? next() : send(forbidden('host'))));
  app.get('/', (c) => c.html(page.html));

  app.use(
    '/api/*',
    sameOrigin(origin),
    jsonOnly,
    bodyLimit({ maxSize: bodyBytesMax, onError: () => send(tooLarge()) }),
  );
  app.post('/api/session', async (c) => {
    const entered = signIn.enter(readBody(await c.req.json()).text('token'));
    if (entered === undefined) return send(failed(401, 'NOT_SIGNED_IN', 'That is not the address that was printed.'));
    setCookie(c, signIn.cookieName, entered.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return c.json({ v: 1, key: entered.key } satisfies SignedIn);
  });
  app.use('/api/*', async (c, next) =>
    signIn.isIn(getCookie(c, signIn.cookieName), c.req.header('x-verbatim-key')) ? next() : send(notSignedIn()),
  );
  app.post('/api/events', (c) =>
    streamSSE(c, async (stream) => {
      await (follow(stream) ?? stream.writeSSE({ event: 'full', data: '{}' }));
    }),
  );
  app.post('/api/:operation', async (c) => {
    const replied = operate(c.req.param('operation'), await c.req.json());
    return replied === undefined ? c.notFound() : send(await replied);
  });

  app.notFound(() => send(failed(404, 'NOT_FOUND', 'There is nothing at this address.')));
  app.onError((error) => {
    if (error instanceof NotUnderstood) return send(failed(400, 'USAGE', error.message));
    if (error instanceof SyntaxError) return send(failed(400, 'USAGE', 'The body is no JSON.'));
    return send(failed(500, 'VERBATIM_BUG', 'Something happened in the server that should not.'));
  });
  return app;
}

/** Browsers say where a request comes from; what does not say so is no page of ours. */
function sameOrigin(origin: string): MiddlewareHandler {
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site') ?? 'same-origin';
    if (c.req.header('origin') !== origin || site !== 'same-origin') return send(forbidden('origin'));
    return next();
  };
}

/** A form of another page cannot send this type without being asked first. */
const jsonOnly: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/json' ? next() : send(failed(415, 'USAGE', 'The body needs to be application/json.'));
};

function send({ status, body }: Reply): Response {
  return Response.json(body, { status });
}

function forbidden(what: string): Reply {
  return failed(403, 'FORBIDDEN', `This ${what} may not ask here.`);
}

function notSignedIn(): Reply {
  return failed(401, 'NOT_SIGNED_IN', 'This page is not signed in.', 'Open the address that verbatim serve printed.');
}

function tooLarge(): Reply {
  return failed(413, 'TOO_LARGE', `A request may have ${bodyBytesMax} bytes at most.`);
}
