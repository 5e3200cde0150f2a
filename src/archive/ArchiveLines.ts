import { isUtf8 } from "node:buffer"
import { Effect, FileSystem, Stream } from "effect"
import { fileReason } from "../files/FileReason.ts"
import { ArchiveInvalid } from "./ArchiveInvalid.ts"

/** One line without its line break. `text` is empty if the bytes are not UTF-8 or the line is too long. */
export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  readonly bytes: Uint8Array
}

/** As long as an event with the largest effect. It bounds the memory for a file without line breaks. */
const maxLineBytes = 256 * 1024 * 1024

const chunkBytes = 1024 * 1024

interface SplitState {
  readonly number: number
  readonly rest: Buffer
}

const emptyBuffer = Buffer.alloc(0)

const lineOf = (number: number, bytes: Buffer): Line => ({
  number,
  text: bytes.length <= maxLineBytes && isUtf8(bytes) ? bytes.toString() : "",
  bytes
})

const splitLines = ({ number, rest }: SplitState, chunk: Uint8Array): readonly [SplitState, ReadonlyArray<Line>] => {
  const bytes = rest.length > maxLineBytes ? rest : Buffer.concat([rest, chunk])
  const lines: Array<Line> = []
  let from = 0
  for (let at = bytes.indexOf("\n"); at >= 0; at = bytes.indexOf("\n", from)) {
    lines.push(lineOf(number + lines.length, bytes.subarray(from, at)))
    from = at + 1
  }
  return [{ number: number + lines.length, rest: bytes.subarray(from) }, lines]
}

export const unreadable = (failure: { readonly message: string }) =>
  new ArchiveInvalid({ message: `The archive can't be read: ${fileReason(failure)}.` })

/** The lines of a file, in chunks. The last line needs no line break. */
export const lines = (path: string): Stream.Stream<Line, ArchiveInvalid, FileSystem.FileSystem> =>
  Stream.unwrap(Effect.map(FileSystem.FileSystem, (fs) => fs.stream(path, { chunkSize: chunkBytes }))).pipe(
    Stream.mapError(unreadable),
    Stream.mapAccum((): SplitState => ({ number: 1, rest: emptyBuffer }), splitLines, {
      onHalt: ({ number, rest }) => (rest.length === 0 ? [] : [lineOf(number, rest)])
    })
  )
