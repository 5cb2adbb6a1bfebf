import type { FileReceipt } from '@verbatim/review';
import { shortHash } from './words.ts';

/** The file's SHA-256 before, after and now, with a tick where now is before. */
export function Proof({ before, after, now }: FileReceipt['sha256']) {
  const isBack = now === before;
  return (
    <p class="proof">
      <span>SHA-256</span>
      <Hash name="before" hash={before} />
      <Hash name="after" hash={after} />
      <Hash name="now" hash={now} />
      {isBack ? (
        <span class="is">
          <b aria-hidden="true">✓</b> now = before
        </span>
      ) : (
        <span class="is-not">{now === after ? 'now = after' : 'now is another version'}</span>
      )}
    </p>
  );
}

function Hash({ name, hash }: { readonly name: string; readonly hash: string | null }) {
  return (
    <span class="hash" title={hash ?? 'no file'}>
      {name} <code>{shortHash(hash)}</code>
    </span>
  );
}
