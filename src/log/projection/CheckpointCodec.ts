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

const linesOf = ({ teams, entities }: StateParts): ReadonlyArray<string> => [
  `${version} ${teams.length} ${entities.length}`,
  ...teams,
  ...entities
]

const digest = (sequenceNumber: number, lines: ReadonlyArray<string>): string => {
  const hash = createHash("sha256").update(String(sequenceNumber))
  for (const line of lines) hash.update(separator).update(line)
  return hash.digest("base64url")
}

/** SHA-256 in base64url over the whole state. Two ways of reaching a sequence number must give the same hash. */
export const stateHash = (state: State): string => digest(state.sequenceNumber, linesOf(toParts(state)))

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** `stateHash` that yields to the event loop. */
export const stateHashInSteps = (state: State) =>
  Effect.map(yieldingSteps(toPartsSteps(state)), (parts) => digest(state.sequenceNumber, linesOf(parts)))

/** Compresses on the thread pool. */
export const encode = Effect.fn("CheckpointCodec.encode")(function* (state: State) {
  const lines = linesOf(yield* yieldingSteps(toPartsSteps(state)))
  const bytes = yield* Effect.promise(() => compress(lines.join(separator), { level: 1 }))
  const parts: Array<Uint8Array> = []
  for (let from = 0; from < bytes.length; from += maxPartBytes) parts.push(bytes.subarray(from, from + maxPartBytes))
  return { stateHash: digest(state.sequenceNumber, lines), parts } satisfies EncodedState
})

/** Fails with the reason, as the end of a sentence, unless the bytes are a complete state with this hash. */
export const decode = Effect.fn("CheckpointCodec.decode")(function* (
  sequenceNumber: number,
  encoded: EncodedState
): Effect.fn.Return<State, string> {
  const bytes = yield* Effect.tryPromise({
    try: () => decompress(Buffer.concat(encoded.parts)),
    catch: () => "it cannot be decompressed"
  })
  const lines = bytes.toString().split(separator)
  if (digest(sequenceNumber, lines) !== encoded.stateHash) return yield* Effect.fail("it does not match its hash")
  const [head = "", ...texts] = lines
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
