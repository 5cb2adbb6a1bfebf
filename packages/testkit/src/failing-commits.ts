/** Commits that fail in both ways a commit can: nothing became durable, or everything did and the answer was lost. */

interface Index {
  transactionSync<T>(body: () => T): T;
  putSync(...values: unknown[]): unknown;
}

export interface CommitPlan {
  /** The number of the transaction that fails, from 1, counted since `arm`; 0 for none. */
  at: number;
  outcome: 'lost' | 'durable' | 'kill-before' | 'kill-after' | 'record-fails';
  /** For `record-fails`: the number of the record, from 1, that cannot be written in that transaction. */
  record?: number;
  /** Whether all later ones fail too. */
  lasting?: boolean;
}

export interface FailingCommits<O> {
  /** Use in place of the function that opens the index. */
  readonly open: O;
  arm(plan?: CommitPlan): void;
  readonly count: number;
  /** Records written in each transaction since `arm`. */
  readonly records: readonly number[];
}

class Abort extends Error {}

/** `open` opens an index with a synchronous `transactionSync`; what it answers is wrapped. */
export function failingCommits<O extends (...options: never[]) => object>(open: O): FailingCommits<O> {
  let plan: CommitPlan | undefined;
  let count = 0;
  let records: number[] = [];

  const strikes = (): boolean =>
    plan !== undefined && plan.at > 0 && (count === plan.at || (count > plan.at && plan.lasting === true));

  const put = (real: Index, values: unknown[]): unknown => {
    const written = (records.pop() ?? 0) + 1;
    records.push(written);
    if (strikes() && plan?.outcome === 'record-fails' && written === plan.record) throw failure();
    return real.putSync(...values);
  };

  const transaction = (real: Index, body: () => unknown): unknown => {
    count++;
    records.push(0);
    if (!strikes() || plan === undefined || plan.outcome === 'record-fails') return real.transactionSync(body);
    if (plan.outcome === 'lost' || plan.outcome === 'kill-before') {
      try {
        real.transactionSync(() => {
          body();
          if (plan?.outcome === 'kill-before') process.kill(process.pid, 'SIGKILL');
          throw new Abort('aborted');
        });
      } catch (error) {
        if (!(error instanceof Abort)) throw error;
      }
    } else {
      real.transactionSync(body);
      if (plan.outcome === 'kill-after') process.kill(process.pid, 'SIGKILL');
    }
    throw failure();
  };

  const wrapped = (...options: never[]): object => {
    const real = open(...options) as Index;
    return new Proxy(real, {
      get(target, property) {
        if (property === 'transactionSync') return (body: () => unknown) => transaction(target, body);
        if (property === 'putSync') return (...values: unknown[]) => put(target, values);
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value;
      },
    });
  };
  return {
    open: wrapped as O,
    arm(next) {
      plan = next;
      count = 0;
      records = [];
    },
    get count() {
      return count;
    },
    get records() {
      return records;
    },
  };
}

/** As LMDB makes them. */
function failure(): Error {
  return Object.assign(new Error('Input/output error'), { code: 5 });
}
