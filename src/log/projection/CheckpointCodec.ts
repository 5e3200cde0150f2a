import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { StringDecoder } from "node:string_decoder"
import { createGunzip, createGzip } from "node:zlib"
import { Effect, Result } from "effect"
import type { State } from "../../domain/state/State.ts"
import { fromPartsSteps, type StateParts, toParts, toPartsSteps } from "../../domain/state/StateCodec.ts"
import type { EncodedState } from "../store/Checkpoint.ts"
import { yieldingSteps } from "../YieldingSteps.ts"

/** The version of the encoding. Checkpoints with another version are not read. */
export const version = 4

/** Well below the largest message that the database accepts. */
const maxPartBytes = 4 * 1024 * 1024

const separator = "\n"

/** Bytes of one piece of compressed or decompressed text. */
export const chunkSize = 64 * 1024

/** The text of a state, team by team: that of a large one is never in memory as a whole. */
function* textOf({ teams, entities, removed }: StateParts): Generator<string> {
  yield `${version} ${teams.length} ${entities.length}`
  for (const line of teams) yield `${separator}${line}`
  for (const line of entities) yield `${separator}${line}`
  for (const line of removed) yield `${separator}${line}`
}

const hashFrom = (sequenceNumber: number) => createHash("sha256").update(`${sequenceNumber}${separator}`)

const hashOf = (parts: StateParts): string => {
  const hash = hashFrom(parts.sequenceNumber)
  for (const text of textOf(parts)) hash.update(text)
  return hash.digest("base64url")
}

/** SHA-256 in base64url over the whole state. Two ways of reaching a sequence number must give the same hash. */
export const stateHash = (state: State): string => hashOf(toParts(state))

/** `stateHash` that yields to the event loop. */
export const stateHashInSteps = (state: State) => Effect.map(yieldingSteps(toPartsSteps(state)), hashOf)

/** Compresses on the thread pool. */
export const encode = Effect.fn("CheckpointCodec.encode")(function* (state: State) {
  const text = yield* yieldingSteps(toPartsSteps(state))
  const bytes = yield* Effect.promise(() =>
    pipeline(textOf(text), createGzip({ level: 1, chunkSize }), (compressed: AsyncIterable<Buffer>) =>
      buffer(compressed)
    )
  )
  const parts: Array<Uint8Array> = []
  for (let from = 0; from < bytes.length; from += maxPartBytes) parts.push(bytes.subarray(from, from + maxPartBytes))
  return { stateHash: hashOf(text), parts } satisfies EncodedState
})

/** Reads the text of an encoded state. Fails with the reason, as the end of a sentence, unless it has its hash. */
export const decompress = Effect.fn("CheckpointCodec.decompress")(function* (
  sequenceNumber: number,
  encoded: EncodedState,
  read: (chunk: Buffer) => void = () => {}
): Effect.fn.Return<void, string> {
  const hash = hashFrom(sequenceNumber)
  yield* Effect.tryPromise({
    try: () =>
      pipeline(encoded.parts, createGunzip({ chunkSize }), async (text: AsyncIterable<Buffer>) => {
        for await (const chunk of text) {
          hash.update(chunk)
          read(chunk)
        }
      }),
    catch: () => "it cannot be decompressed"
  })
  if (hash.digest("base64url") !== encoded.stateHash) return yield* Effect.fail("it does not match its hash")
})

/** Collects the lines of a text that comes in chunks of UTF-8. */
const lineReader = () => {
  const decoder = new StringDecoder("utf8")
  const lines: Array<string> = []
  let rest = ""
  return {
    read: (chunk: Buffer) => {
      const [first = "", ...more] = decoder.write(chunk).split(separator)
      rest += first
      for (const next of more) {
        lines.push(rest)
        rest = next
      }
    },
    end: (): ReadonlyArray<string> => [...lines, rest]
  }
}

/** Fails with the reason, as the end of a sentence, unless the bytes are a complete state with this hash. */
export const decode = Effect.fn("CheckpointCodec.decode")(function* (
  sequenceNumber: number,
  encoded: EncodedState
): Effect.fn.Return<State, string> {
  const reader = lineReader()
  yield* decompress(sequenceNumber, encoded, reader.read)
  const [head = "", ...texts] = reader.end()
  const [, teams = 0, entities = 0] = head.split(" ").map(Number)
  return yield* Result.match(
    yield* yieldingSteps(
      fromPartsSteps({
        sequenceNumber,
        teams: texts.slice(0, teams),
        entities: texts.slice(teams, teams + entities),
        removed: texts.slice(teams + entities)
      })
    ),
    {
      onFailure: Effect.fail,
      onSuccess: Effect.succeed
    }
  )
})
