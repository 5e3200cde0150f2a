import { Effect, Stdio, Stream } from "effect"
import { CommandFailed } from "./Failure.ts"

/** The whole standard input as text; no more than `maxBytes`. `noun` is what it has, for messages. */
export const readInput = Effect.fnUntraced(function* (noun: string, maxBytes: number) {
  const { stdin } = yield* Stdio.Stdio
  const unreadable = () => new CommandFailed({ message: `The ${noun} on standard input is not UTF-8 text.` })
  const bytes = yield* stdin.pipe(
    Stream.flattenIterable,
    Stream.take(maxBytes + 1),
    Stream.runCollect,
    Effect.mapError(unreadable)
  )
  if (bytes.length > maxBytes) {
    return yield* new CommandFailed({ message: `The ${noun} on standard input is too long.` })
  }
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes)),
    catch: unreadable
  })
})
