/**
 * Faults for any object whose methods are system calls: each call is counted, and the plan says which one goes wrong and
 * how. Wrap the real calls; everything above them stays real.
 */

export type Fault =
  /** The call fails with this code and does nothing. */
  | { readonly kind: 'error'; readonly code: string; readonly lasting?: boolean }
  /** The call throws what no system throws, as a bug in our own code would, and does nothing. */
  | { readonly kind: 'bug' }
  /** A write puts out half of what it was asked for and reports that; the rest of the calls work. */
  | { readonly kind: 'short-write' }
  /** The process is killed before the call, or after it. */
  | { readonly kind: 'kill'; readonly when: 'before' | 'after' }
  /** Something else happens on the machine right before the call. */
  | { readonly kind: 'meanwhile'; readonly act: () => void };

export interface FaultPlan {
  /** The number of the call that goes wrong, from 1; nothing goes wrong with 0. */
  at: number;
  fault: Fault;
}

export interface Faulty<T extends object> {
  readonly calls: T;
  /** Calls made since the last `arm`. */
  readonly count: number;
  /** The names of the calls made since the last `arm`, in order. */
  readonly trace: readonly string[];
  /** Starts counting, and lets the plan strike. */
  arm(plan?: FaultPlan): void;
  /** Lets everything work again. */
  disarm(): void;
  /** True where the plan struck since it was armed. */
  readonly struck: boolean;
}

/** `close` is never made to fail: a descriptor that cannot be closed tells nothing and would only leak. */
const uncounted = new Set(['close']);

export function faulty<T extends object>(real: T, kill: () => void = killSelf): Faulty<T> {
  let plan: FaultPlan | undefined;
  let armed = false;
  let struck = false;
  const trace: string[] = [];

  const calls = new Proxy(real, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (typeof value !== 'function' || typeof property !== 'string' || uncounted.has(property)) return value;
      return (...values: unknown[]): unknown => {
        const run = (...given: unknown[]): unknown => (value as (...all: unknown[]) => unknown).apply(target, given);
        if (!armed) return run(...values);
        trace.push(property);
        const strikes =
          plan !== undefined &&
          (trace.length === plan.at || (trace.length > plan.at && isLasting(plan.fault) && plan.at > 0));
        if (!strikes || plan === undefined) return run(...values);
        return strike(plan.fault, property, run, values);
      };
    },
  });

  const strike = (fault: Fault, name: string, run: (...values: unknown[]) => unknown, values: unknown[]): unknown => {
    struck = true;
    switch (fault.kind) {
      case 'error':
        throw systemError(fault.code, name);
      case 'bug':
        throw new InjectedBug(`injected, ${name}`);
      case 'short-write': {
        if (name !== 'write') return run(...values);
        const [fd, bytes, offset, length] = values as [number, Uint8Array, number, number];
        return run(fd, bytes, offset, Math.ceil(length / 2));
      }
      case 'kill': {
        if (fault.when === 'before') kill();
        try {
          return run(...values);
        } finally {
          if (fault.when === 'after') kill();
        }
      }
      case 'meanwhile':
        fault.act();
        return run(...values);
    }
  };

  return {
    calls,
    get count() {
      return trace.length;
    },
    trace,
    arm(next) {
      plan = next;
      armed = true;
      struck = false;
      trace.length = 0;
    },
    disarm() {
      armed = false;
    },
    get struck() {
      return struck;
    },
  };
}

/** What a `bug` throws. */
export class InjectedBug extends Error {
  override readonly name: string = 'InjectedBug';
}

/** An error as Node makes them. */
export function systemError(code: string, call: string): Error {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

function isLasting(fault: Fault): boolean {
  return fault.kind === 'error' && fault.lasting === true;
}

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}
