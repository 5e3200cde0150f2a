import { Effect, Stream } from "effect"
import { restoreTarget } from "../domain/events/Past.ts"
import { ArchiveInvalid } from "./ArchiveInvalid.ts"
import { type End, type Header, readEnd, readEvent, readHeader } from "./Format.ts"
import { type Line, lines } from "./Lines.ts"

/** The parts of an archive that must be known before its events are folded. */
export interface Scan {
  readonly header: Header
  readonly end: End
  /** The sequence numbers to which its restores go back. */
  readonly targets: ReadonlySet<number>
}

/** The sequence number to which the event in a line goes back; null if it is no restore. */
const targetIn = (line: Line) =>
  line.text.includes('"restore_history"')
    ? Effect.match(readEvent(line), {
        onFailure: () => null,
        onSuccess: (event) => (event.status === "applied" ? restoreTarget(event) : null)
      })
    : Effect.succeed(null)

/** Reads an archive's first and last line and its restores; all other lines are checked by the import. */
export const scan = Effect.fn("scan")(function* (path: string) {
  const targets = new Set<number>()
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
          const target = yield* targetIn(line)
          if (target !== null) targets.add(target)
        }
      }
    })
  )
  if (header === undefined || last === undefined) return yield* new ArchiveInvalid({ message: "The archive is empty." })
  return { header, end: yield* readEnd(last), targets } satisfies Scan
})
