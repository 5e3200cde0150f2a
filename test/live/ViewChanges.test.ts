import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, HashMap, Layer, Logger, type Redacted, Schedule, Schema } from "effect"
import * as App from "../../src/App.ts"
import type { EventData, EventType } from "../../src/domain/Event.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import type { State, Team } from "../../src/domain/state/State.ts"
import { DetailedChange } from "../../src/domain/views/TeamChangeBody.ts"
import type { TeamChange } from "../../src/domain/views/TeamChanges.ts"
import { objectivesView, principlesView } from "../../src/domain/views/Views.ts"
import { Broadcaster } from "../../src/live/Broadcaster.ts"
import * as ChangeFeed from "../../src/live/ChangeFeed.ts"
import { CatchUp } from "../../src/log/projection/CatchUp.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { withTeamChange } from "../../src/shared/TeamChange.ts"
import { Listener } from "../../src/sql/Listener.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { memoryStores, server } from "../log/Layers.ts"
import { play, restoreTo } from "../log/maintenance/Rebuilding.ts"
import { entityId, envelope } from "../log/Samples.ts"
import { migratedDatabase } from "../support/databases.ts"
import { FakeSink, type Heard } from "./FakeSink.ts"
import { connect, idAt, makeTeam, rename, streams, subscriber, until } from "./Streams.ts"

const decode = Schema.decodeUnknownSync(DetailedChange, { onExcessProperty: "error" })

const changesIn = ({ heard }: FakeSink) => heard.filter(({ event }) => event === "change")

const viewsOf = (team: Team) => {
  const { objectives, team: body, sequenceNumber } = objectivesView(team)
  return { sequenceNumber, content: { team: body, principles: principlesView(team).principles, objectives } }
}

/** A page that has all teams open: it applies what continues its views, and fetches a team's views otherwise. */
const follower = (stateNow: () => State) => {
  const shown = new Map<EntityId, ReturnType<typeof viewsOf>>()
  const counts = { applied: 0, fetched: 0 }
  const fetch = (id: EntityId) => {
    const team = HashMap.toEntries(stateNow().teams).find(([teamId]) => teamId === id)?.[1]
    if (team === undefined) return shown.delete(id)
    counts.fetched += 1
    shown.set(id, viewsOf(team))
    return undefined
  }
  return {
    shown,
    counts,
    follow: ({ data }: Heard): void => {
      const { sequenceNumber, teamIds, views } = decode(data)
      for (const id of teamIds) {
        const known = shown.get(id)
        if (known !== undefined && known.sequenceNumber >= sequenceNumber) continue
        if (known === undefined || views?.from !== known.sequenceNumber) fetch(id)
        else {
          counts.applied += 1
          shown.set(id, { sequenceNumber, content: withTeamChange(known.content, views as TeamChange) })
        }
      }
    }
  }
}

const fresh = (state: State) =>
  new Map(HashMap.toEntries(state.teams).map(([id, team]) => [id, viewsOf(team)] as const))

const withoutViews = ({ data, ...heard }: Heard) => {
  const { views: _, ...notification } = Object(data)
  return { ...heard, data: notification }
}

describe("Streams with changes of views", () => {
  it.effect("bring a page to the same views as a fresh load, and otherwise equal the streams of others", () =>
    Effect.gen(function* () {
      const { submit } = yield* Planner
      const { stateNow } = yield* Projector
      yield* play(0, 60)
      const plain = yield* connect()
      const open = (lastEventId: string | null) =>
        Effect.map(connect({ as: subscriber(2), lastEventId, withViews: true }), ({ sink }) => sink)
      const sink = yield* open(null)
      const page = follower(stateNow)
      for (const [id, views] of fresh(stateNow())) page.shown.set(id, views)
      let followed = 0
      const follow = Effect.fnUntraced(function* (upTo: number) {
        yield* until(() => (sink.sequenceNumbers.at(-1) ?? 0) >= upTo)
        for (const change of changesIn(sink).slice(followed)) page.follow(change)
        followed = changesIn(sink).length
      })
      for (let serial = 60; serial < 600; serial += 20) {
        yield* play(serial, serial + 20)
        if (serial % 100 === 0) yield* submit(restoreTo(serial - 90))
        // A few events stay unseen for a while, as on a slow connection.
        yield* follow(stateNow().sequenceNumber - 25)
      }
      const { sequenceNumber } = yield* submit(
        envelope({
          eventType: "create_team",
          targetId: null,
          data: { id: entityId(9_999), name: "End", color: "#000000" }
        })
      )
      yield* until(
        () => sink.sequenceNumbers.at(-1) === sequenceNumber && plain.sink.sequenceNumbers.at(-1) === sequenceNumber
      )
      yield* follow(sequenceNumber)
      const changes = changesIn(sink)
      assert.deepStrictEqual(page.shown, fresh(stateNow()))
      assert.isAbove(page.counts.applied, 150)
      assert.isBelow(page.counts.fetched, page.counts.applied / 2)
      assert.deepStrictEqual(changes.map(withoutViews), changesIn(plain.sink))

      // A client that was away gets the same frames again.
      for (const at of [5, 100, changes.length - 2]) {
        const back = yield* open(changes[at]?.id ?? "")
        yield* until(() => back.sequenceNumbers.at(-1) === sequenceNumber)
        assert.deepStrictEqual(changesIn(back), changes.slice(at + 1))
      }
      // Events read from the log have no changes of views, so the views are fetched.
      const other = yield* connect({ as: subscriber(3), lastEventId: yield* idAt(0) })
      yield* until(() => other.sink.sequenceNumbers.at(-1) === sequenceNumber)
      const late = yield* open(yield* idAt(0))
      yield* until(() => late.sequenceNumbers.at(-1) === sequenceNumber)
      const [first] = changesIn(late)
      assert.isUndefined(decode(first?.data).views)
      assert.deepStrictEqual(changesIn(late).map(withoutViews), changesIn(other.sink))
    }).pipe(Effect.provide(Layer.provideMerge(streams(), memoryStores)))
  )

  it.effect("leave out large changes of views", () =>
    Effect.gen(function* () {
      yield* makeTeam
      const { submit } = yield* Planner
      const { sink } = yield* connect({ withViews: true })
      const objective = entityId(2)
      const create = (eventType: EventType, targetId: EntityId, data: EventData) =>
        submit(envelope({ eventType, targetId, data }))
      yield* create("create_objective", entityId(1), { id: objective, title: "O" })
      for (let n = 1; n <= 80; n++) {
        yield* create("create_initiative", objective, { id: entityId(10 + n), title: `${n}`.padEnd(250, "x") })
      }
      const { sequenceNumber: asOf } = yield* rename("Money")
      yield* submit(envelope({ eventType: "delete_objective", targetId: objective }))
      yield* create("create_objective", entityId(1), { id: objective, asOf })
      const { sequenceNumber } = yield* rename("Payments")
      yield* until(() => sink.sequenceNumbers.at(-1) === sequenceNumber)
      assert.deepStrictEqual(
        changesIn(sink)
          .slice(-4)
          .map(({ data }) => decode(data))
          .map(({ eventType, views }) => [eventType, views !== undefined]),
        [
          ["update_team_name", true],
          ["delete_objective", true],
          ["create_objective", false],
          ["update_team_name", true]
        ]
      )
    }).pipe(Effect.provide(Layer.provideMerge(streams(), memoryStores)))
  )

  it.live("are the same from each of two servers around one PostgreSQL", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const serverOn = (url: Redacted.Redacted) =>
        Layer.build(
          Layer.fresh(
            Layer.merge(ChangeFeed.layer, Broadcaster.layerWith({})).pipe(
              Layer.provide(Listener.layer),
              Layer.provideMerge(CatchUp.layer),
              Layer.provideMerge(server({ checkpointInterval: 50 })),
              Layer.provideMerge(App.sqlStores),
              Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(url))),
              Layer.provide(Logger.layer([]))
            )
          )
        )
      const left = yield* serverOn(url)
      yield* Effect.provide(play(0, 40), left)
      const right = yield* serverOn(url)
      const sinks = [new FakeSink(), new FakeSink()] as const
      for (const [index, built] of [left, right].entries()) {
        yield* Context.get(built, Broadcaster).openStream({
          ...{ subscriber: subscriber(index), lastEventId: null, withViews: true },
          sink: sinks[index] ?? new FakeSink()
        })
      }
      yield* Effect.all([Effect.provide(play(40, 140), left), Effect.provide(play(1_000, 1_100), right)], {
        concurrency: 2
      })
      const { sequenceNumber } = yield* Context.get(right, Planner).submit(
        envelope({
          eventType: "create_team",
          targetId: null,
          data: { id: entityId(9_999), name: "End", color: "#000000" }
        })
      )
      const arrived = Effect.suspend(() =>
        sinks.every((sink) => sink.sequenceNumbers.at(-1) === sequenceNumber) ? Effect.void : Effect.fail("not yet")
      )
      yield* arrived.pipe(Effect.retry(Schedule.spaced("5 millis")))
      const [one, other] = sinks.map(changesIn)
      assert.deepStrictEqual(one, other)
      assert.isAbove((one ?? []).filter(({ data }) => decode(data).views !== undefined).length, 60)
    }).pipe(Effect.scoped)
  )
})
