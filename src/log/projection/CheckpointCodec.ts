import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { Effect, Result } from "effect"
import type { State } from "../../domain/state/State.ts"
import { fromPartsSteps, type StateParts, toParts, toPartsSteps } from "../../domain/state/StateCodec.ts"
import type { EncodedState } from "../store/Checkpoint.ts"
import { yieldingSteps } from "../YieldingSteps.ts"

/** The version of the encoding. Checkpoints with another version are not read. */
export const version = 2

/** Well below the largest message that the database accepts. */
const maxPartBytes = 4 * 1024 * 1024

const separator = "\n"

const textOf = ({ teams, entities }: StateParts): string =>
  [`${version} ${teams.length} ${entities.length}`, ...teams, ...entities].join(separator)

const digest = (sequenceNumber: number, text: string | Uint8Array): string =>
  createHash("sha256").update(`${sequenceNumber}${separator}`).update(text).digest("base64url")

/** SHA-256 in base64url over the whole state. Two ways of reaching a sequence number must give the same hash. */
export const stateHash = (state: State): string => digest(state.sequenceNumber, textOf(toParts(state)))

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** `stateHash` that yields to the event loop. */
export const stateHashInSteps = (state: State) =>
  Effect.map(yieldingSteps(toPartsSteps(state)), (parts) => digest(state.sequenceNumber, textOf(parts)))

/** Compresses on the thread pool. */
export const encode = Effect.fn("CheckpointCodec.encode")(function* (state: State) {
  const text = textOf(yield* yieldingSteps(toPartsSteps(state)))
  const bytes = yield* Effect.promise(() => compress(text, { level: 1 }))
  const parts: Array<Uint8Array> = []
  for (let from = 0; from < bytes.length; from += maxPartBytes) parts.push(bytes.subarray(from, from + maxPartBytes))
  return { stateHash: digest(state.sequenceNumber, text), parts } satisfies EncodedState
})

/** The text of an encoded state. Fails with the reason, as the end of a sentence, unless it has its hash. */
export const decompressed = Effect.fn("CheckpointCodec.decompressed")(function* (
  sequenceNumber: number,
  encoded: EncodedState
): Effect.fn.Return<Buffer, string> {
  const bytes = yield* Effect.tryPromise({
    try: () => decompress(Buffer.concat(encoded.parts)),
    catch: () => "it cannot be decompressed"
  })
  if (digest(sequenceNumber, bytes) === encoded.stateHash) return bytes
  return yield* Effect.fail("it does not match its hash")
})

/** Fails with the reason, as the end of a sentence, unless the bytes are a complete state with this hash. */
export const decode = Effect.fn("CheckpointCodec.decode")(function* (
  sequenceNumber: number,
  encoded: EncodedState
): Effect.fn.Return<State, string> {
  const [head = "", ...texts] = (yield* decompressed(sequenceNumber, encoded)).toString().split(separator)
  const teams = Number(head.split(" ")[1])
  return yield* Result.match(
    yield* yieldingSteps(
      fromPartsSteps({ sequenceNumber, teams: texts.slice(0, teams), entities: texts.slice(teams) })
    ),
    {
      onFailure: Effect.fail,
      onSuccess: Effect.succeed
    }
  )
})
