import { Effect, Stream } from "effect"
import { type Restore, restoresIn } from "../log/store/Restore.ts"
import { ArchiveInvalid } from "./ArchiveInvalid.ts"
import { type Line, lines } from "./ArchiveLines.ts"
import { type End, type Header, readEnd, readEvent, readHeader } from "./Format.ts"

/** The parts of an archive that must be known before its events are folded. */
export interface Scan {
  readonly header: Header
  readonly end: End
  /** In order. */
  readonly restores: ReadonlyArray<Restore>
}

/** The line of a restore contains one of these. So may another line, in its texts. */
const inRestores = ['"restore_history"', '"asOf"']

/** The restore in a line, if it is one. An unreadable line is reported by the check. */
const restoreIn = (line: Line) =>
  inRestores.some((part) => line.text.includes(part))
    ? Effect.match(readEvent(line), { onFailure: () => [], onSuccess: (event) => restoresIn([event]) })
    : Effect.succeed([])

/** Reads an archive's first and last line and its restores; all other lines are checked by the import. */
export const scan = Effect.fn("scan")(function* (path: string) {
  const restores: Array<Restore> = []
  let header: Header | undefined
  let last: Line | undefined
  yield* Stream.runForEachArray(
    lines(path),
    Effect.fnUntraced(function* (chunk) {
      for (const line of chunk) {
        last = line
        if (header === undefined) {
          header = yield* readHeader(line)
        } else {
          restores.push(...(yield* restoreIn(line)))
        }
      }
    })
  )
  if (header === undefined || last === undefined) return yield* new ArchiveInvalid({ message: "The archive is empty." })
  return { header, end: yield* readEnd(last), restores } satisfies Scan
})
