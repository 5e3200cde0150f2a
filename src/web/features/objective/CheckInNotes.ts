import type { LoadedCheckIn, MeasureWithCheckIns } from "./CheckIns.ts"

/** A check-in that has a note, with what it is about. */
interface NoteOf extends LoadedCheckIn {
  readonly name: string
  readonly unit: string
  /** The value of the check-in before; undefined for the first one that is known. */
  readonly before: number | undefined
}

/** The notes of all measures, newest first. */
export const notesOf = (measures: ReadonlyArray<MeasureWithCheckIns>): ReadonlyArray<NoteOf> =>
  measures
    .flatMap(({ name, unit, checkIns }) =>
      checkIns.map((checkIn, index) => ({ ...checkIn, name, unit, before: checkIns[index + 1]?.value }))
    )
    .filter(({ note }) => note !== "")
    .sort((left, right) => right.date.localeCompare(left.date) || right.sequenceNumber - left.sequenceNumber)
