import { dateOfDay } from "../../../shared/Days.ts"
import { days } from "../../texts/values/Clock.ts"
import type { LoadedCheckIn, MeasureWithCheckIns } from "./CheckIns.ts"
import type { StatusChange } from "./StatusChanges.ts"

/** A check-in that has a note, with what it is about. */
interface CheckInNote extends LoadedCheckIn {
  readonly name: string
  readonly unit: string
  /** The value of the check-in before; undefined for the first one that is known. */
  readonly before: number | undefined
}

/** The reason of a status, with the day on which it was given. */
interface StatusNote extends StatusChange {
  readonly date: string
}

type Note = CheckInNote | StatusNote

/** The notes of all measures and the reasons of all statuses, newest first. */
export const storyOf = (
  measures: ReadonlyArray<MeasureWithCheckIns>,
  changes: ReadonlyArray<StatusChange>
): ReadonlyArray<Note> =>
  [
    ...changes.map((change) => ({ ...change, date: dateOfDay(days().of(change.timestamp)) })),
    ...measures.flatMap(({ name, unit, checkIns }) =>
      checkIns.map((checkIn, index) => ({ ...checkIn, name, unit, before: checkIns[index + 1]?.value }))
    )
  ]
    .filter(({ note }) => note !== "")
    .sort((left, right) => right.date.localeCompare(left.date) || right.sequenceNumber - left.sequenceNumber)
