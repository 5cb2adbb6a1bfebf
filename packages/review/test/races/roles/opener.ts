/** One short command after another: opens the ledger, takes a number in its order, closes it. Tells the numbers. */
import { openLedger } from '@verbatim/ledger';

export interface Opening {
  readonly dir: string;
  readonly times: number;
}

export async function openAgain({ dir, times }: Opening): Promise<void> {
  const numbers: number[] = [];
  let fault: string | undefined;
  try {
    for (let n = 0; n < times; n++) {
      const ledger = await openLedger({ dir });
      ledger.lease('number', (transaction) => void numbers.push(transaction.nextSequence()));
      await ledger.close();
    }
  } catch (error) {
    fault = String(error);
  }
  process.send?.({ numbers, fault }, () => process.exit());
}
