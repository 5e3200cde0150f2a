import { isUtf8 } from "node:buffer"
import { Effect, FileSystem, Stream } from "effect"
import { Impossible } from "../Failure.ts"

/** One line without its break. `text` is empty where the bytes are no UTF-8, or too many. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly bytes: Uint8Array
}

/** Many times what one event can be: no file without line breaks is held in memory whole. */
const longest = 4 * 1024 * 1024

const chunkBytes = 1024 * 1024

interface Cut {
  readonly number: number
  readonly rest: Buffer
}

const nothing = Buffer.alloc(0)

const lineOf = (number: number, bytes: Buffer): Line => ({
  number,
  text: bytes.length <= longest && isUtf8(bytes) ? bytes.toString() : "",
  bytes
})

const cut = ({ number, rest }: Cut, chunk: Uint8Array): readonly [Cut, ReadonlyArray<Line>] => {
  const bytes = rest.length > longest ? rest : Buffer.concat([rest, chunk])
  const lines: Array<Line> = []
  let from = 0
  for (let at = bytes.indexOf("\n"); at >= 0; at = bytes.indexOf("\n", from)) {
    lines.push(lineOf(number + lines.length, bytes.subarray(from, at)))
    from = at + 1
  }
  return [{ number: number + lines.length, rest: bytes.subarray(from) }, lines]
}

export const unreadable = ({ message }: { readonly message: string }) =>
  new Impossible({ message: `The archive can't be read: ${message}.` })

/** The lines of a file, in chunks; a last one needs no break at its end. */
export const lines = (path: string): Stream.Stream<Line, Impossible, FileSystem.FileSystem> =>
  Stream.unwrap(Effect.map(FileSystem.FileSystem, (fs) => fs.stream(path, { chunkSize: chunkBytes }))).pipe(
    Stream.mapError(unreadable),
    Stream.mapAccum((): Cut => ({ number: 1, rest: nothing }), cut, {
      onHalt: ({ number, rest }) => (rest.length === 0 ? [] : [lineOf(number, rest)])
    })
  )
