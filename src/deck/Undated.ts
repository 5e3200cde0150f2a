/** The earliest date that a zip can have, in whichever zone: with it the same parts make the same bytes on any day. */
export const undated = { mtime: "1980-01-01T00:00" } as const
