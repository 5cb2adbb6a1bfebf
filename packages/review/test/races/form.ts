/** The long form runs every point and thousands of rounds; the short one a sample of them. */
export const isLong: boolean = Boolean(process.env['VERBATIM_LONG']);

/** True when the time is over that `--minutes M` gave to all long tests together: what goes on and on ends then. */
export function isTimeUp(): boolean {
  const until = numberFrom(process.env['VERBATIM_UNTIL']);
  return until !== undefined && Date.now() > until;
}

/** How long a test goes on that has no end of its own; `--minutes M` sets it, undefined where it is not given. */
export const minutes: number | undefined = numberFrom(process.env['VERBATIM_MINUTES']);

function numberFrom(text: string | undefined): number | undefined {
  const value = Number(text);
  return text === undefined || !Number.isFinite(value) ? undefined : value;
}
