import { assert, layer } from "@effect/vitest"
import { Config, Effect, Layer, Logger } from "effect"
import fc from "fast-check"
import { StorageError } from "../../src/domain/StorageError.ts"
import { Views } from "../../src/http/handlers/Views.ts"
import * as Shortcut from "../../src/http/shortcut/Shortcut.ts"
import { StateNotRead } from "../../src/log/projection/EarlierStates.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import { OutcomeUnknown, PlannerBusy, SubmissionRefused, WaitedTooLong } from "../../src/log/writer/SubmitError.ts"
import * as shortcutDifferences from "../support/shortcutDifferences.ts"
import { addUser, BaseUrl, request, signIn, testServerWith } from "../support/TestServer.ts"
import { type Case, mostly, weighted } from "./fuzz/Case.ts"
import { anyEvent, legalEvent, spoiltEvent } from "./fuzz/EventCases.ts"
import { view } from "./fuzz/ReadCases.ts"
import * as Wire from "./fuzz/Wire.ts"
import { World } from "./fuzz/World.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"

/** `SHORTCUT_SEED` repeats a run, `SHORTCUT_CASES` makes it longer. */
const settings = Config.all({
  seed: Config.Int("SHORTCUT_SEED").pipe(Config.withDefault(Math.floor(Math.random() * 2 ** 31))),
  cases: Config.Int("SHORTCUT_CASES").pipe(Config.withDefault(1_000))
})

const failures = [
  new PlannerBusy(),
  new WaitedTooLong(),
  new OutcomeUnknown({ cause: "x" }),
  new StateNotRead({ sequenceNumber: 1 }),
  new SubmissionRefused({ cause: "x" }),
  new StorageError({ operation: "x", unavailable: true, cause: "x" })
]

/** A planner without state: its outcome depends only on the envelope and contains all of it. */
const echoed = (envelope: Envelope) => {
  const text = JSON.stringify(envelope)
  const failure = failures[text.length % (2 * failures.length)]
  if (failure !== undefined) return Effect.fail(failure)
  return Effect.succeed({
    sequenceNumber: text.length,
    status: "rejected",
    rejection: { code: "in_use" },
    previousValue: null,
    conflictingServerValue: text
  } as const)
}

const author = "author"

const planner = Layer.effect(
  Planner,
  Effect.map(Planner, ({ submit }) => ({
    submit: (envelope: Envelope) => (envelope.actorName === author ? submit(envelope) : echoed(envelope))
  }))
)

const asRequestHead = ({ method, target, headers, body, chunked }: Wire.WireRequest): Shortcut.RequestHead => ({
  method,
  url: target,
  headers: {
    ...headers,
    ...(body === undefined ? {} : chunked ? { "transfer-encoding": "chunked" } : { "content-length": `${body.length}` })
  }
})

/** Requests for a view with its ETag, with others, or with none. */
const tagged = fc.tuple(view, mostly("none", "own", "weak", "any", "other")).map(
  ([{ request, answered }, kind]): Case => ({
    ...(answered === undefined ? {} : { answered }),
    request: (world) => {
      const sent = request(world)
      const own = world.etags.get(sent.target) ?? '"x"'
      const tag = { none: undefined, own, weak: `W/${own}, "y"`, any: "*", other: '"y"' }[kind]
      return tag === undefined ? sent : { ...sent, headers: { ...sent.headers, "if-none-match": tag } }
    }
  })
)

const cases = weighted<Case>([6, tagged], [3, legalEvent], [2, spoiltEvent], [2, anyEvent])

const settle = Effect.gen(function* () {
  const { stateNow } = yield* Projector
  yield* addUser(author, "admin")
  yield* apply(yield* signIn(author), ...smallStrategy(idsFrom(0x10)), ...smallStrategy(idsFrom(0x20)))
  for (const role of ["admin", "editor", "viewer"] as const) yield* addUser(role, role)
  const [admin, editor, viewer] = [yield* signIn("admin"), yield* signIn("editor"), yield* signIn("viewer")]
  // From now on their sessions are cached.
  for (const token of [admin, editor, viewer]) yield* request("/api/teams", { token })
  const tokens = { admin, editor, viewer, none: undefined, forged: "A".repeat(43) }
  return new World({
    tokens,
    logins: ["admin"],
    changers: [{ token: viewer, password: "x" }],
    users: [],
    state: stateNow
  })
})

layer(testServerWith(planner).pipe(Layer.provide(Logger.layer([]))), { excludeTestServices: true })(
  "The shortcut",
  (it) => {
    it.effect(
      "give the same status, headers and body for every request that the shortcut answers",
      () =>
        Effect.gen(function* () {
          const { seed, cases: numRuns } = yield* settings
          const world = yield* settle
          const { find } = yield* Effect.provide(Shortcut.make, Views.layer)
          const { send, close } = Wire.make(yield* BaseUrl, 2)
          const taken = new Set<string>()
          const statuses = new Set<number>()
          for (const { request, answered } of fc.sample(cases, { seed, numRuns })) {
            const sent = request(world)
            const route = find(asRequestHead(sent))?.route
            if (route === undefined) continue
            const reply = yield* Effect.promise(() => send(sent))
            taken.add(route)
            statuses.add(reply.status)
            world.learn(sent, reply)
            answered?.(world, reply, sent)
          }
          close()
          const { compared, differences } = yield* Effect.promise(shortcutDifferences.take)
          assert.deepStrictEqual(differences, [], `repeat with SHORTCUT_SEED=${seed}`)
          assert.isAbove(compared, numRuns / 4)
          assert.sameMembers(
            [...taken],
            [
              "/api/events",
              "/api/teams",
              "/api/teams/:teamId/principles",
              "/api/teams/:teamId/objectives",
              "/api/principles/:principleId",
              "/api/objectives/:objectiveId"
            ]
          )
          assert.includeMembers([...statuses], [200, 304, 400, 500, 503])
        }),
      60_000
    )
  }
)
