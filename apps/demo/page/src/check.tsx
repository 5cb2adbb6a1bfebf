import { useState } from 'preact/hooks';
import type { Answer } from '../../src/web/api.ts';
import { order } from './client.ts';
import { counted, sizeOf } from './words.ts';

/** Reads every copy and every record again, and says what is wrong with them. */
export function Check() {
  const [told, setTold] = useState<string>();
  const [problems, setProblems] = useState<Answer<'verify'>['problems']>([]);
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await order('verify', { deep: true });
      if ('error' in answer) setTold(answer.error.message);
      else {
        const all = `${counted(answer.copies, 'copy', 'copies')} checked, ${sizeOf(answer.bytes)}.`;
        setTold(
          answer.ok
            ? `${all} All of them are exactly what was stored.`
            : `${all} ${counted(answer.problems.length, 'problem')}:`,
        );
        setProblems(answer.problems);
      }
    } catch {
      setTold('The server did not answer.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="history-part check-part">
      <button type="button" disabled={isBusy} onClick={() => void check()}>
        {isBusy ? 'Checking …' : 'Check every copy'}
      </button>
      <p role="status" class="calm">
        {told}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ code, message }, index) => (
            <li key={index}>
              {code}: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
