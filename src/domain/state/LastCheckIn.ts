import type { CheckIn, Progress } from "./State.ts"

/** The newest check-in of some measures by sequence number, since the times of events may go back; undefined without any. */
export const lastCheckIn = (measures: ReadonlyArray<Progress>): CheckIn | undefined =>
  measures.reduce<CheckIn | undefined>((latest, { checkIns: [newest] }) => {
    if (newest === undefined) return latest
    return latest === undefined || newest.sequenceNumber > latest.sequenceNumber ? newest : latest
  }, undefined)
