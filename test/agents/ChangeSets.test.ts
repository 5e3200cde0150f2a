import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { fieldsOf } from "../../src/agents/arguments/EventForms.ts"
import type { Change } from "../../src/agents/ChangeEnvelopes.ts"
import { ChangeSets } from "../../src/agents/ChangeSets.ts"
import type { Submission } from "../../src/domain/Event.ts"
import { ChangeSetId } from "../../src/domain/entities/Ids.ts"
import { eventTable } from "../../src/domain/events/EventTable.ts"
import type { State } from "../../src/domain/state/State.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { currentType } from "../../src/shared/EventTypes.ts"
import { sampleCommands, step, submissionOf } from "../domain/Commands.ts"
import { memoryStores, stores } from "../log/Layers.ts"
import { createTeam, entityId, envelope, userId } from "../log/Samples.ts"
import { caller, changeSets, differences } from "./Agents.ts"

const [team, objective, measure, other, principle] = [1, 2, 3, 4, 5].map(entityId)
if (!team || !objective || !measure || !other || !principle) throw new Error("no ids")

const change = (eventType: Change["eventType"], targetId: Change["targetId"], data: Change["data"], seen?: number) => ({
  eventType,
  targetId,
  data,
  ...(seen === undefined ? undefined : { lastSeenSequence: seen })
})

const state = Projector.use((_) => _.state)

/** What a person changes: ben. */
const byBen = Effect.fnUntraced(function* (eventType: Change["eventType"], target: typeof team, data: Change["data"]) {
  const { submit } = yield* Planner
  const sent = envelope({ actorId: userId(2), actorName: "ben", eventType, targetId: target ?? null, data })
  const outcome = yield* submit(sent)
  assert.strictEqual(outcome.status, "applied", outcome.rejection?.code ?? "")
  return outcome.sequenceNumber
})

const seeded = Effect.gen(function* () {
  const { submit } = yield* Planner
  yield* submit(createTeam(1))
  yield* byBen("create_objective", team, { id: objective, title: "Win" })
  yield* byBen("create_progress", objective, { id: measure, name: "Users", start: 0, target: 100 })
  yield* byBen("update_progress_value", measure, { value: 10, confidence: 7, note: "a start" })
  yield* byBen("create_principle", team, { id: principle, title: "Simple" })
})

for (const [name, store] of stores) {
  layer(Layer.provideMerge(changeSets, Layer.fresh(store)), { excludeTestServices: true })(
    `Change sets on ${name}`,
    (it) => {
      it.effect("are applied, shown beside the log, repeated without effect, and taken back exactly", () =>
        Effect.gen(function* () {
          yield* seeded
          const { apply, undo } = yield* ChangeSets
          const before = yield* state
          const seen = (yield* state).sequenceNumber
          const events = [
            change("create_objective", team, { id: other, title: "Grow" }),
            change("update_objective_title", other, { title: "Grow faster" }, seen),
            change("update_objective_principle_link", other, { principleId: principle, linked: true }, seen),
            change("update_progress_value", measure, { value: 55, note: "by the agent" }, seen),
            change("update_progress_value", measure, { value: 60 }, seen),
            change("update_progress_value", measure, { value: 40, date: "2020-01-01" }, seen),
            change("update_objective_parent", other, { parentId: objective }, seen),
            change("update_objective_dates", objective, { startDate: "2027-01-04" }, seen),
            change("update_owner", objective, { owner: "Ana" }, seen),
            change("update_position", other, { position: 0 }, seen),
            change("delete_principle", principle, {}, seen)
          ]
          const set = { events, name: "Next quarter", idempotencyKey: "plan-1" }
          const applied = yield* apply(caller(), set)
          assert.deepStrictEqual([...new Set(applied.outcomes.map(({ status }) => status))], ["applied"])
          assert.deepStrictEqual(yield* apply(caller(), set), applied)
          assert.strictEqual((yield* state).sequenceNumber, seen + events.length)
          const reused = yield* Effect.flip(apply(caller(), { ...set, events: events.slice(0, 1) }))
          assert.include(reused.message, "already used")

          const { undone, left } = yield* undo(caller(), applied.changeSetId)
          assert.deepStrictEqual(left, [])
          assert.lengthOf(undone, events.length)
          assert.deepStrictEqual(differences(before, yield* state), [])
          const { sequenceNumber } = yield* state
          assert.deepStrictEqual(yield* undo(caller(), applied.changeSetId), { undone, left })
          assert.strictEqual((yield* state).sequenceNumber, sequenceNumber)
        })
      )

      it.effect("an undo never goes over what somebody changed since, and names it", () =>
        Effect.gen(function* () {
          const { apply, undo } = yield* ChangeSets
          const seen = (yield* state).sequenceNumber
          const group = entityId(9)
          const events = [
            change("update_objective_title", objective, { title: "Win more" }, seen),
            change("update_objective_status", objective, { status: "at_risk" }, seen),
            change("create_group", objective, { id: group, name: "First" }),
            change("create_initiative", objective, { title: "Call", groupId: group })
          ]
          const { changeSetId, outcomes } = yield* apply(caller(), { events })
          yield* byBen("update_objective_title", objective, { title: "Win it all" })
          const mine = entityId(10)
          yield* byBen("create_initiative", objective, { id: mine, title: "Ask", groupId: group })
          const { undone, left } = yield* undo(caller(), changeSetId)
          const numbers = outcomes.map(({ sequenceNumber }) => sequenceNumber)
          assert.deepStrictEqual(
            undone.map((_) => _.sequenceNumber),
            [numbers[3], numbers[1]]
          )
          assert.deepStrictEqual(
            left.map(({ sequenceNumber }) => sequenceNumber),
            [numbers[2], numbers[0]]
          )
          assert.match(left[0]?.reason ?? "", /^“Ask” has been changed since\. \(ben, /)
          assert.include(left[1]?.reason, "The title of “Win it all” has been changed since. (ben, ")
        })
      )

      it.effect("edits and deletions are refused where a person changed something since it was read", () =>
        Effect.gen(function* () {
          const { apply, preview } = yield* ChangeSets
          const seen = (yield* state).sequenceNumber
          yield* byBen("update_description", objective, { description: "Ours" })
          const events = [
            change("update_description", objective, { description: "Theirs" }, seen),
            change("delete_objective", objective, {}, seen),
            change("update_objective_status", objective, { status: "on_track" }, seen)
          ]
          const previewed = yield* preview(caller(), events)
          const { outcomes } = yield* apply(caller(), { events })
          assert.deepStrictEqual(
            previewed.outcomes.map(({ description: _, ...outcome }) => outcome),
            outcomes
          )
          assert.deepStrictEqual(
            outcomes.map(({ status }) => status),
            ["rejected", "rejected", "applied"]
          )
          assert.strictEqual(outcomes[0]?.conflictingServerValue, "Ours")
          assert.strictEqual(
            outcomes[1]?.rejectionReason,
            "ben had already changed the description of objective “Win it all”"
          )
        })
      )

      it.effect("says what is missing, and refuses rights the token has not", () =>
        Effect.gen(function* () {
          const { apply, undo } = yield* ChangeSets
          const faultOf = (one: Change, role: "editor" | "viewer" = "editor") =>
            Effect.map(Effect.flip(apply(caller({ role }), { events: [one] })), ({ message }) => message)
          assert.include(yield* faultOf(change("delete_objective", objective, {})), "lastSeenSequence is missing")
          assert.include(yield* faultOf({ eventType: "create_objective", data: {} }), "targetId is missing")
          assert.include(yield* faultOf({ eventType: "create_team", data: {} }), "requires the admin role")
          const viewer = yield* faultOf(change("create_objective", team, { title: "No" }), "viewer")
          assert.include(viewer, "requires the editor role")
          const unknown = ChangeSetId.make("00000000-0000-4000-8000-00000000ffff")
          assert.include((yield* Effect.flip(undo(caller(), unknown))).message, "There is no change set with this id")
        })
      )
    }
  )
}

/** A submission with an id for what it creates, so that equal seeds give equal logs. */
const identified = ({ freshId, ...submission }: Submission) => {
  const isNew = submission.eventType.startsWith("create_") && submission.data.asOf === undefined
  return { ...submission, data: isNew ? { id: freshId, ...submission.data } : submission.data }
}

/** Changes that follow each other from a state on; `lastSeenSequence` is that of the state, as an agent would have it. */
const generated = (start: State, commands: ReadonlyArray<number>): ReadonlyArray<Change> => {
  const states = new Map([[start.sequenceNumber, start]])
  let now = start
  return commands.flatMap((command, index) => {
    const submission = submissionOf(now, command, 150 + index)
    const { targetId } = submission
    const eventType = currentType(submission.eventType)
    // A call with such a fault is refused as a whole.
    if (targetId === null && eventTable[eventType].targets.length > 0) return []
    const { data } = identified(submission)
    if (Object.keys(data).some((name) => !fieldsOf(eventType).includes(name))) return []
    now = step(now, { ...submission, data, lastSeenSequence: null }, (at) => states.get(at)).after
    states.set(now.sequenceNumber, now)
    return { eventType, targetId, data, lastSeenSequence: start.sequenceNumber }
  })
}

describe("Any change set", () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1)

  it.effect.each(seeds)("is taken back exactly if nobody changed anything since (%d)", (seed) =>
    Effect.gen(function* () {
      const { submit } = yield* Planner
      const { apply, undo } = yield* ChangeSets
      const [commands = []] = yield* sampleCommands(230, 1, seed)
      for (const [serial, command] of commands.slice(0, 150).entries()) {
        const { submissionId: _, timestamp: __, ...made } = identified(submissionOf(yield* state, command, serial))
        yield* submit({ ...made, idempotency: null })
      }
      const start = yield* state
      const { changeSetId, outcomes } = yield* apply(caller(), { events: generated(start, commands.slice(150)) })
      assert.isAbove(outcomes.filter(({ status }) => status === "applied").length, 20)
      const { undone, left } = yield* undo(caller(), changeSetId)
      assert.deepStrictEqual(left, [])
      assert.deepStrictEqual(differences(start, yield* state), [])
      assert.isAbove(undone.length, 20)
    }).pipe(Effect.provide(Layer.provideMerge(changeSets, Layer.fresh(memoryStores))))
  )
})
