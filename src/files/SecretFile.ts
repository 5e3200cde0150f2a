import { closeSync, openSync, readSync } from "node:fs"
import { Data, Effect, Predicate } from "effect"
import { fileReason } from "./FileReason.ts"

/** A secret's file cannot be used. The message names the variable and the file, never what the file holds. */
class SecretFileInvalid extends Data.TaggedError("SecretFileInvalid")<{ readonly message: string }> {}

/** In bytes; no password or address is longer. A larger file is a mistake. */
const maxBytes = 65_536

/** At most `maxBytes` and one byte more. */
const readBounded = (file: number): Buffer => {
  const bytes = Buffer.alloc(maxBytes + 1)
  let length = 0
  let count = 0
  do {
    count = readSync(file, bytes, length, bytes.length - length, null)
    length += count
  } while (count > 0 && length < bytes.length)
  return bytes.subarray(0, length)
}

/** The text of the file that `variable` names, without one line break at its end. Read once, at the start. */
export const read = Effect.fnUntraced(function* (variable: string, path: string) {
  const invalid = (reason: string) => new SecretFileInvalid({ message: `${variable}: ${path} ${reason}.` })
  const attempt = <A>(work: () => A) =>
    Effect.try({
      try: work,
      catch: (cause) => invalid(`can't be read: ${Predicate.isError(cause) ? fileReason(cause) : String(cause)}`)
    })
  const bytes = yield* Effect.acquireUseRelease(
    attempt(() => openSync(path, "r")),
    (file) => attempt(() => readBounded(file)),
    (file) => Effect.sync(() => closeSync(file))
  )
  if (bytes.length > maxBytes) return yield* invalid(`is larger than ${maxBytes} bytes`)
  const text = bytes.toString("utf8").replace(/\r?\n$/, "")
  return text === "" ? yield* invalid("is empty") : text
})
