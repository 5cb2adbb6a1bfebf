/**
 * Who may ask: the page that was opened with the token. The token is given for a cookie, which scripts cannot read, and a key,
 * which is kept by the page. Cookies are shared by all ports of a machine, so a cookie alone would not do.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface SignIn {
  /** Goes into the address, behind the `#`: never sent, never in a log. */
  readonly token: string;
  readonly cookieName: string;
  /** The cookie's value and the page's key, or undefined for a wrong token. */
  enter(token: string): { readonly cookie: string; readonly key: string } | undefined;
  isIn(cookie: string | undefined, key: string | undefined): boolean;
}

export function openSignIn(port: number): SignIn {
  const [token, cookie, key] = [secret(), secret(), secret()];
  return {
    token,
    cookieName: `verbatim-${port}`,
    enter: (given) => (isSame(given, token) ? { cookie, key } : undefined),
    isIn: (givenCookie, givenKey) => isSame(givenCookie ?? '', cookie) && isSame(givenKey ?? '', key),
  };
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Takes as long whatever is given. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
