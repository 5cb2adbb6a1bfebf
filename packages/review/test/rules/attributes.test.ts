/** What belongs to a file beside its bytes is kept by an edit and brought back by Discard, on Linux. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SystemCalls, systemCalls } from '@verbatim/fs';
import { systemError } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { lineFormats } from '../line-formats.js';
import { file, openWorkspace, put } from '../workspace.js';
import { bracket, discarded, edited, inBothOrders, saveByRename, workspaceForEach } from './each-workspace.js';

const calls = systemCalls();
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** Mode, owner, group, and extended attributes (ACLs among them) as hex. */
function attributesOf(path: string): { mode: string; owner: string; extended: Record<string, string> } {
  const fd = openSync(path, 'r');
  try {
    const { mode, uid, gid } = statSync(path);
    const extended = Object.fromEntries(
      [...calls.extended(fd)].map(([name, value]) => [name, Buffer.from(value).toString('hex')] as const),
    );
    return { mode: (mode & 0o7777).toString(8), owner: `${uid}:${gid}`, extended };
  } finally {
    closeSync(fd);
  }
}

function setExtended(path: string, name: string, value: Uint8Array): void {
  const fd = openSync(path, 'r');
  try {
    calls.setExtended(fd, name, value);
  } finally {
    closeSync(fd);
  }
}

/** An ACL as the kernel stores it: version 2, then tag, permissions and id of each entry (acl(5), `linux/posix_acl_xattr.h`). */
function acl(...entries: readonly (readonly [tag: number, permissions: number, id?: number])[]): Buffer {
  const bytes = Buffer.alloc(4 + 8 * entries.length);
  bytes.writeUInt32LE(2, 0);
  entries.forEach(([tag, permissions, id = 0xffff_ffff], index) => {
    bytes.writeUInt16LE(tag, 4 + 8 * index);
    bytes.writeUInt16LE(permissions, 6 + 8 * index);
    bytes.writeUInt32LE(id, 8 + 8 * index);
  });
  return bytes;
}
const [owner, user, group, mask, other] = [0x01, 0x02, 0x04, 0x10, 0x20];
/** The owner reads and writes, nobody may read, the group nothing, others nothing. */
const oneMoreReader = acl([owner, 6], [user, 4, nobody], [group, 0], [mask, 4], [other, 0]);

/** Each gives a file something beside its bytes. Only those that this user and disk can do are tested. */
const kinds: Readonly<Record<string, (path: string) => void>> = {
  'an executable bit': (path) => chmodSync(path, 0o755),
  'a mode nobody expects': (path) => chmodSync(path, 0o604),
  'set-user-id and sticky bits': (path) => chmodSync(path, 0o5751),
  'another owner': (path) => chownSync(path, nobody, nobody),
  'another owner and a set-user-id bit': (path) => {
    chownSync(path, nobody, nobody);
    chmodSync(path, 0o4755);
  },
  'extended attributes': (path) => {
    setExtended(path, 'user.comment', Buffer.from('kept, with\0zero'));
    setExtended(path, 'user.empty', Buffer.alloc(0));
    setExtended(path, 'user.long', Buffer.alloc(1_000, 'x'));
  },
  'an ACL': (path) => setExtended(path, 'system.posix_acl_access', oneMoreReader),
  'all of it': (path) => {
    chownSync(path, nobody, nobody);
    chmodSync(path, 0o750);
    setExtended(path, 'user.comment', Buffer.from('kept'));
    setExtended(path, 'system.posix_acl_access', oneMoreReader);
  },
};
const needRoot = new Set(['another owner', 'another owner and a set-user-id bit', 'all of it']);

const possible = Object.keys(kinds).filter((kind) => {
  if (process.platform !== 'linux' || (needRoot.has(kind) && !isRoot)) return false;
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-kinds-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    kinds[kind]?.(join(folder, 'file'));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inBothOrders((here) => {
  describe.each(possible)('%s', (kind) => {
    const withKind = (path: string): ReturnType<typeof attributesOf> => {
      here.w.write(path, 'before');
      kinds[kind]?.(here.w.at(path));
      return attributesOf(here.w.at(path));
    };

    it('is kept by an edit and by its Discard', async () => {
      const { w } = here;
      const before = withKind('a');
      await edited(w, put('a', 'agent'));
      expect(attributesOf(w.at('a'))).toEqual(before);
      const { files } = await discarded(w, file('a'));
      expect(attributesOf(w.at('a'))).toEqual(before);
      expect(files[0]).not.toHaveProperty('notKept');
      expect(w.files()).toEqual({ a: 'before' });
    });

    it('comes back with a deleted file', async () => {
      const { w } = here;
      const before = withKind('a');
      await edited(w, { op: 'delete', path: 'a' });
      await discarded(w, file('a'));
      expect(attributesOf(w.at('a'))).toEqual(before);
    });

    it('goes along with a move, and back', async () => {
      const { w } = here;
      const before = withKind('a');
      await edited(w, { op: 'move', path: 'a', to: 'b' });
      expect(attributesOf(w.at('b'))).toEqual(before);
      await discarded(w, file('a'), file('b'));
      expect(attributesOf(w.at('a'))).toEqual(before);
    });

    it('comes back when the agent put another file in its place', async () => {
      const { w } = here;
      const before = withKind('a');
      await bracket(w, ['a'], () => {
        saveByRename(w, 'a', 'agent');
        chmodSync(w.at('a'), 0o600);
      });
      expect(attributesOf(w.at('a'))).not.toEqual(before);
      await discarded(w, file('a'));
      expect(attributesOf(w.at('a'))).toEqual(before);
    });

    it('comes back when the agent deleted the file and made it anew', async () => {
      const { w } = here;
      const before = withKind('a');
      await bracket(w, ['a'], () => {
        rmSync(w.at('a'));
        writeFileSync(w.at('a'), 'agent');
      });
      await discarded(w, file('a'));
      expect(attributesOf(w.at('a'))).toEqual(before);
    });
  });

  describe('what a person changed since', () => {
    it('of the mode stays', async () => {
      const { w } = here;
      w.write('a', 'before');
      chmodSync(w.at('a'), 0o640);
      await edited(w, put('a', 'agent'));
      chmodSync(w.at('a'), 0o755);
      await discarded(w, file('a'));
      expect(attributesOf(w.at('a')).mode).toBe('755');
      expect(w.files()).toEqual({ a: 'before' });
    });

    it.runIf(possible.includes('extended attributes'))(
      'of extended attributes stays, the rest comes back',
      async () => {
        const { w } = here;
        w.write('a', 'before');
        setExtended(w.at('a'), 'user.old', Buffer.from('old'));
        await edited(w, put('a', 'agent'));
        setExtended(w.at('a'), 'user.tag', Buffer.from('mine'));
        await discarded(w, file('a'));
        expect(attributesOf(w.at('a')).extended).toMatchObject({
          'user.old': Buffer.from('old').toString('hex'),
          'user.tag': Buffer.from('mine').toString('hex'),
        });
      },
    );

    it('of the mode of a file that the agent had changed stays, too', async () => {
      const { w } = here;
      w.write('a', 'before');
      chmodSync(w.at('a'), 0o644);
      await bracket(w, ['a'], () => chmodSync(w.at('a'), 0o600));
      chmodSync(w.at('a'), 0o700);
      await discarded(w, file('a'));
      expect(attributesOf(w.at('a')).mode).toBe('700');
    });
  });

  it('a change of mode alone is a change of the agent’s, and is discarded', async () => {
    const { w } = here;
    w.write('run.sh', 'echo');
    chmodSync(w.at('run.sh'), 0o644);
    await bracket(w, ['run.sh'], () => chmodSync(w.at('run.sh'), 0o755));
    const shown = await w.review.inspect(file('run.sh'));
    expect(JSON.stringify(shown)).toContain('"before":"644","after":"755"');
    await discarded(w, file('run.sh'));
    expect(attributesOf(w.at('run.sh')).mode).toBe('644');
    expect(w.files()).toEqual({ 'run.sh': 'echo' });
  });

  it('a new file gets what the system gives new files', async () => {
    const { w } = here;
    await edited(w, put('new', 'agent'));
    writeFileSync(w.at('like'), '');
    expect(attributesOf(w.at('new'))).toEqual(attributesOf(w.at('like')));
  });

  it.runIf(isRoot)('a new file in a folder that passes its group on gets that group', async () => {
    const { w } = here;
    mkdirSync(w.at('shared'));
    chownSync(w.at('shared'), 0, nobody);
    chmodSync(w.at('shared'), 0o2775);
    await edited(w, put('shared/new', 'agent'));
    expect(attributesOf(w.at('shared/new')).owner).toBe(`0:${nobody}`);
  });

  it.runIf(possible.includes('an ACL'))('a file without an ACL gets none from its folder', async () => {
    const { w } = here;
    mkdirSync(w.at('shared'));
    w.write('shared/private', 'before');
    chmodSync(w.at('shared/private'), 0o640);
    setExtended(w.at('shared'), 'system.posix_acl_default', oneMoreReader);
    const before = attributesOf(w.at('shared/private'));
    await edited(w, put('shared/private', 'agent'));
    expect(attributesOf(w.at('shared/private'))).toEqual(before);
    await discarded(w, file('shared/private'));
    expect(attributesOf(w.at('shared/private'))).toEqual(before);
  });

  it.runIf(possible.includes('an ACL'))('a new file gets the ACL that its folder hands on', async () => {
    const { w } = here;
    mkdirSync(w.at('shared'));
    setExtended(w.at('shared'), 'system.posix_acl_default', oneMoreReader);
    await edited(w, put('shared/new', 'agent'));
    writeFileSync(w.at('shared/like'), '');
    expect(attributesOf(w.at('shared/new'))).toEqual(attributesOf(w.at('shared/like')));
  });
});

describe.runIf(possible.includes('extended attributes'))('attributes that the agent lost come back', () => {
  const here = workspaceForEach({ review: { formats: lineFormats } });

  it.each(['accept', 'reject'] as const)('after the change of the mode was decided: %s', async (verdict) => {
    const { w } = here;
    w.write('a.md', 'one\ntwo\n');
    chmodSync(w.at('a.md'), 0o640);
    setExtended(w.at('a.md'), 'user.comment', Buffer.from('mine'));
    const before = attributesOf(w.at('a.md'));
    await bracket(w, ['a.md'], () => {
      saveByRename(w, 'a.md', 'ONE\ntwo\n');
      chmodSync(w.at('a.md'), 0o600);
    });
    await w.review[verdict]('a.md', ['mode']);
    expect(await w.review.discard([file('a.md')])).toMatchObject({
      outcome: verdict === 'reject' ? 'discarded' : 'mixed',
    });
    expect(attributesOf(w.at('a.md'))).toEqual({ ...before, mode: verdict === 'reject' ? '640' : '600' });
  });

  it('after edits that came to the same bytes', async () => {
    const { w } = here;
    w.write('a.md', 'one');
    setExtended(w.at('a.md'), 'user.comment', Buffer.from('mine'));
    const before = attributesOf(w.at('a.md'));
    for (const text of ['two', 'one']) await bracket(w, ['a.md'], () => saveByRename(w, 'a.md', text));
    await discarded(w, file('a.md'));
    expect(attributesOf(w.at('a.md'))).toEqual(before);
  });
});

describe('an attribute that could not be kept once', () => {
  it.runIf(possible.includes('extended attributes'))(
    'is back when the edit is discarded again, since no person took it away',
    async () => {
      let isRefused = false;
      const calls = {
        ...systemCalls(),
        setExtended(...given: Parameters<SystemCalls['setExtended']>): void {
          if (isRefused) throw systemError('EACCES', 'setExtended');
          systemCalls().setExtended(...given);
        },
      };
      const w = await openWorkspace({ calls });
      try {
        w.write('a', 'before');
        setExtended(w.at('a'), 'user.comment', Buffer.from('theirs'));
        const before = attributesOf(w.at('a'));
        await edited(w, put('a', 'agent'));
        const discard = await discarded(w, file('a'));
        isRefused = true;
        const undone = await w.review.undo('decision' in discard ? discard.decision : '');
        expect(undone).toMatchObject({ outcome: 'restored', files: [{ notKept: ['user.comment'] }] });
        isRefused = false;
        await discarded(w, file('a'));
        expect(attributesOf(w.at('a'))).toEqual(before);
      } finally {
        await w.close();
      }
    },
  );
});

describe('without the native calls', () => {
  it.runIf(possible.includes('extended attributes'))(
    'attributes are copied from the file that is replaced',
    async () => {
      const none = (name: string) => (): never => {
        throw systemError('ENOSYS', name);
      };
      const w = await openWorkspace({
        calls: {
          ...systemCalls(),
          exchange: none('exchange'),
          readLease: none('readLease'),
          extended: none('extended'),
          setExtended: none('setExtended'),
        },
      });
      try {
        w.write('a', 'before');
        chmodSync(w.at('a'), 0o750);
        setExtended(w.at('a'), 'user.comment', Buffer.from('kept'));
        const before = attributesOf(w.at('a'));
        const canCopy = copiesAttributes(w.at('a'));
        const answer = await w.review.act('edit', [put('a', 'agent')]);
        if (canCopy) expect(attributesOf(w.at('a'))).toEqual(before);
        else expect(answer).toMatchObject({ files: [{ notKept: ['extended attributes'] }] });
        await discarded(w, file('a'));
        expect(attributesOf(w.at('a')).mode).toBe('750');
        if (canCopy) expect(attributesOf(w.at('a'))).toEqual(before);
      } finally {
        await w.close();
      }
    },
  );
});

/** Whether `cp` of this machine copies extended attributes. */
function copiesAttributes(path: string): boolean {
  const copy = `${path}.copy`;
  try {
    writeFileSync(copy, '');
    execFileSync('cp', ['--attributes-only', '--preserve=all', '--', path, copy], { stdio: 'ignore' });
    return 'user.comment' in attributesOf(copy).extended;
  } catch {
    return false;
  } finally {
    rmSync(copy);
  }
}
