import fc from "fast-check"
import { submissionOf } from "../../domain/Commands.ts"
import { flaw, nastyText, withFlaw, withInnerFlaw } from "./Bodies.ts"
import { seed, weighted } from "./Case.ts"
import { calm, rough, withBody } from "./Message.ts"
import { idOf } from "./ReadCases.ts"
import type { World } from "./World.ts"

const envelopeOf = (world: World, command: number) => {
  const { eventType, targetId, data, lastSeenSequence } = submissionOf(world.state(), command, world.serial())
  return {
    eventType,
    ...(targetId === null ? {} : { targetId }),
    data,
    ...(lastSeenSequence === null ? {} : { lastSeenSequence })
  }
}

const idempotency: fc.Arbitrary<Record<string, string>> = weighted<Record<string, string>>(
  [12, fc.constant({})],
  [1, fc.nat(40).map((n) => ({ "idempotency-key": `key ${n}`.replace(" ", "-") }))],
  [
    1,
    fc
      .constantFrom("", " ", "a b", "x".repeat(100), "x".repeat(101), "é", "__proto__", "~")
      .map((key) => ({ "idempotency-key": key }))
  ]
)

const events = "/api/events"

export const legalEvent = fc
  .tuple(calm, seed, idempotency)
  .map(([sent, command, headers]) =>
    withBody("POST", (world) => ({ target: events, text: JSON.stringify(envelopeOf(world, command)), headers }))(sent)
  )

/** Deletes a team, since generated commands do so rarely that a run may have none. */
export const teamDeletion = fc.tuple(calm, idOf("team")).map(([sent, id]) =>
  withBody("POST", (world) => ({
    target: events,
    text: JSON.stringify({ eventType: "delete_team", targetId: id(world), data: {} }),
    headers: {}
  }))(sent)
)

export const spoiltEvent = fc
  .tuple(rough, seed, idempotency, flaw, fc.boolean())
  .map(([sent, command, headers, spoil, inside]) =>
    withBody("POST", (world) => {
      const envelope = envelopeOf(world, command)
      const text = inside ? withInnerFlaw(envelope, "data", envelope.data, spoil) : withFlaw(envelope, spoil)
      return { target: events, text, headers }
    })(sent)
  )

export const anyEvent = fc
  .tuple(rough, nastyText, idempotency)
  .map(([sent, text, headers]) => withBody("POST", () => ({ target: events, text, headers }))(sent))
