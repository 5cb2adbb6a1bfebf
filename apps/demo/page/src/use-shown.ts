/** What the server answers to a question that only looks, asked again when its words or `moved` change. */
import type { Refused } from '@verbatim/review';
import { useEffect, useState } from 'preact/hooks';
import type { Answer, Failed, Input, OperationName } from '../../src/web/api.ts';
import { ask } from './client.ts';

export type Shown<N extends OperationName> = Exclude<Answer<N>, Refused>;

/** The newest answer, or a sentence that says why there is none. */
export function useShown<N extends OperationName>(
  name: N,
  input: Input<N>,
  moved: number = 0,
): { readonly shown?: Shown<N>; readonly problem?: string } {
  const [shown, setShown] = useState<Shown<N>>();
  const [problem, setProblem] = useState<string>();
  const asked = JSON.stringify(input);
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const answer = (await ask(name, JSON.parse(asked) as Input<N>)) as Shown<N> | Refused | Failed;
      if (!isCurrent) return;
      if ('error' in answer) setProblem(answer.error.message);
      else if ('message' in answer) setProblem(answer.message);
      else setShown(answer);
    };
    load().catch(() => setProblem('The server did not answer.'));
    return () => {
      isCurrent = false;
    };
  }, [name, asked, moved]);
  return { ...(shown === undefined ? {} : { shown }), ...(problem === undefined ? {} : { problem }) };
}
