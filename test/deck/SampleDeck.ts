import { Clock, DateTime, Effect, Option } from "effect"
import { sampleEvents } from "../../scripts/admin/sample/SampleEvents.ts"
import type { DeckInput } from "../../src/deck/Input.ts"
import { decide } from "../../src/domain/Decide.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import { UserId } from "../../src/domain/entities/Ids.ts"
import { empty, findTeam, type State } from "../../src/domain/state/State.ts"
import onboarding from "../../src/shared/sample/onboarding.json" with { type: "json" }
import * as TestRandom from "../accounts/TestRandom.ts"
import { entityId } from "../domain/Commands.ts"

const date = "2026-11-14"
const now = DateTime.makeUnsafe(`${date}T10:00:00.000Z`)
const millis = DateTime.toEpochMillis(now)
const clock: Clock.Clock = {
  currentTimeMillisUnsafe: () => millis,
  currentTimeMillis: Effect.succeed(millis),
  currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => 0n,
  monotonicTimeNanos: Effect.succeed(0n),
  sleep: () => Effect.void
}

const actorId = UserId.make("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa")
const actors = ["ada", "grace", "edsger"]

/** The sample team of `npm run admin -- sample`: its events decided and folded, one every 18 hours up to the date. */
const make = Effect.gen(function* () {
  const { teamId, events } = yield* sampleEvents(onboarding.name)
  const thirtyDaysAgo = DateTime.subtract(now, { days: 30 })
  let state: State = empty
  let before: State = empty
  for (const [index, { eventType, targetId, data }] of events.entries()) {
    const at = DateTime.subtract(now, { hours: 18 * (events.length - 1 - index) })
    const actorName = actors[index % actors.length] ?? ""
    const timestamp = DateTime.formatIso(at)
    const decision = decide(state, {
      submissionId: `submission ${index}`,
      timestamp,
      today: timestamp.slice(0, 10),
      actorId,
      actorName,
      eventType,
      targetId,
      data,
      lastSeenSequence: null,
      freshId: entityId(0xfe)
    })
    if (decision.status !== "applied") return yield* Effect.die(`${eventType} of the sample is ${decision.status}`)
    const evolution = evolve(state, decision.event)
    state = evolution.state
    if (DateTime.isLessThanOrEqualTo(at, thirtyDaysAgo)) before = state
  }
  const team = yield* Effect.fromOption(findTeam(state, teamId))
  const input: DeckInput = {
    team,
    sequenceNumber: state.sequenceNumber,
    date,
    since: DateTime.formatIsoDateUtc(thirtyDaysAgo),
    lastDeck: null,
    detail: "full",
    notes: true,
    timeZone: "UTC",
    companyName: null,
    pageUrl: null,
    selection: null,
    postponements: new Map(),
    reasons: new Map(),
    before: Option.getOrNull(findTeam(before, teamId))
  }
  return input
})

export const sample: DeckInput = Effect.runSync(
  make.pipe(Effect.provide(TestRandom.layer), Effect.provideService(Clock.Clock, clock))
)
