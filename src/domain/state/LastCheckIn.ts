import type { CheckIn, Progress } from "./State.ts"

/** The latest check-in of some measures by date, then by sequence number; undefined without any. */
export const lastCheckIn = (measures: ReadonlyArray<Progress>): CheckIn | undefined =>
  measures.reduce<CheckIn | undefined>((latest, { checkIns: [newest] }) => {
    if (newest === undefined) return latest
    if (latest === undefined || newest.date > latest.date) return newest
    return newest.date === latest.date && newest.sequenceNumber > latest.sequenceNumber ? newest : latest
  }, undefined)
