/** The long form runs every point and thousands of rounds; the short one a sample of them. */
export const isLong: boolean = Boolean(process.env['VERBATIM_LONG']);
