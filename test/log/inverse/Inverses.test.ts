import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ChangeSets } from "../../../src/agents/ChangeSets.ts"
import type { EventType, Submission } from "../../../src/domain/Event.ts"
import * as Inverses from "../../../src/log/inverse/Inverses.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { caller, changeSets } from "../../agents/Agents.ts"
import { memoryStores } from "../Layers.ts"
import { createTeam, entityId, envelope } from "../Samples.ts"

const limits: Inverses.Limits = { maxEvents: 4, maxGap: 2, maxLookups: 1 }

const [first, second] = [entityId(2), entityId(3)]

const change = (eventType: EventType, targetId: Submission["targetId"], data: Submission["data"] = {}) => {
  return { eventType, targetId, data }
}

/** What takes back a set of changes, within the limits. */
const inverseOf = Effect.fnUntraced(function* (...events: ReadonlyArray<ReturnType<typeof change>>) {
  const { ofChangeSet } = yield* Inverses.make(limits)
  const { apply } = yield* ChangeSets
  const { sequenceNumber: lastSeenSequence } = yield* Projector.use((_) => _.state)
  const { changeSetId } = yield* apply(caller(), { events: events.map((each) => ({ ...each, lastSeenSequence })) })
  const { submissions = [], left = [] } = (yield* ofChangeSet(changeSetId, caller())) ?? {}
  return { sent: submissions.map(({ eventType }) => eventType), left: left.map(({ code }) => code) }
})

const rename = (title: string) => change("update_objective_title", first, { title })

layer(Layer.provideMerge(changeSets, Layer.fresh(memoryStores)))("What is too much to be taken back at once", (it) => {
  it.effect("is left as a whole and named: too many events, or deletions too far apart", () =>
    Effect.gen(function* () {
      const { submit } = yield* Planner
      yield* submit(createTeam(1))
      for (const id of [first, second]) {
        const data = { id, title: "Win" }
        yield* submit(envelope({ eventType: "create_objective", targetId: entityId(1), data }))
      }
      const rejected = change("delete_objective", entityId(99))
      const titles = ["A", "B", "C", "D", "E"].map(rename)
      assert.deepStrictEqual(yield* inverseOf(...titles.slice(1)), { sent: ["update_objective_title"], left: [] })
      assert.deepStrictEqual(yield* inverseOf(...titles), { sent: [], left: ["too_many"] })
      const deletions = [change("delete_objective", second), rejected, rejected, change("delete_objective", first)]
      assert.deepStrictEqual(yield* inverseOf(...deletions), { sent: [], left: ["too_many"] })
    })
  )
})
