import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Schema, Tracer } from "effect"
import { Outcome } from "../../../src/domain/Outcome.ts"
import { Views } from "../../../src/http/answers/EncodedViews.ts"
import { type EarlyHandler, EarlyRequestHandler } from "../../../src/http/server/NodeServer.ts"
import * as Shortcut from "../../../src/http/shortcut/Shortcut.ts"
import { valueOf } from "../../observability/Exposition.ts"
import * as OwnRegistry from "../../observability/OwnRegistry.ts"
import { addUser, BaseUrl, request, signIn, testServer, testServerWith } from "../../support/TestServer.ts"
import * as HeldPlanner from "../strategy/HeldPlanner.ts"
import * as RawAnswers from "./RawAnswers.ts"

const connection = Effect.flatMap(BaseUrl, RawAnswers.open)

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Outcome))

/** The outcomes in the next `count` responses on a connection. */
const outcomes = (connection: RawAnswers.RawConnection, count: number) =>
  Effect.map(RawAnswers.answers(connection, count), (answers) => answers.map(({ body }) => decode(body)))

/** A cached session. */
const session = Effect.fnUntraced(function* (name: string) {
  yield* addUser(name, "admin")
  const token = yield* signIn(name)
  yield* request("/api/teams", { token })
  return token
})

/** Waits until everything that was sent before has reached the server. */
const roundTrip = request("/health/live")

const left = Effect.map(
  OwnRegistry.scraped,
  (page) => valueOf(page, "strategy_requests_total", { route: "/api/events", method: "POST", status: "499" }) ?? 0
)

layer(testServer.pipe(Layer.provideMerge(OwnRegistry.layer)), { excludeTestServices: true })(
  "A submission sent over a raw connection",
  (it) => {
    it.effect("may arrive in several packets", () =>
      Effect.gen(function* () {
        const { head, body } = RawAnswers.submission(yield* session("ada"), "In pieces")
        const sender = yield* connection
        for (const piece of [head.slice(0, 30), head.slice(30), body.slice(0, 10), body.slice(10)]) {
          sender.write(piece)
          yield* roundTrip
        }
        const [outcome] = yield* outcomes(sender, 1)
        assert.propertyVal(outcome, "status", "applied")
      }).pipe(Effect.scoped)
    )

    it.effect("is refused if its session ends before its body has arrived", () =>
      Effect.gen(function* () {
        const [token, other] = [yield* session("carol"), yield* session("carl")]
        const { json: before } = yield* request("/api/teams", { token: other })
        const { head, body } = RawAnswers.submission(token, "After the end")
        const sender = yield* connection
        sender.write(head + body.slice(0, 10))
        yield* roundTrip
        yield* request("/api/auth/logout", { method: "POST", token })
        sender.write(body.slice(10))
        const [refused] = yield* RawAnswers.answers(sender, 1)
        assert.strictEqual(refused?.status, 401)
        assert.include(refused?.body, '"_tag":"Unauthorized"')
        assert.deepStrictEqual((yield* request("/api/teams", { token: other })).json, before)
      }).pipe(Effect.scoped)
    )

    it.effect("may share a packet with others, which are answered in order", () =>
      Effect.gen(function* () {
        const token = yield* session("bob")
        const sender = yield* connection
        const names = ["One", "Two", "Three", "Four"]
        sender.write(
          names
            .map((name) => RawAnswers.submission(token, name))
            .map(({ head, body }) => head + body)
            .join("")
        )
        const numbers = (yield* outcomes(sender, names.length)).map(({ sequenceNumber }) => sequenceNumber)
        const [first = 0] = numbers
        assert.deepStrictEqual(
          numbers,
          names.map((_, index) => first + index)
        )
      }).pipe(Effect.scoped)
    )

    it.effect("changes nothing if its client leaves before its end, and is counted", () =>
      Effect.gen(function* () {
        const token = yield* session("eve")
        const { json: before } = yield* request("/api/teams", { token })
        const { head, body } = RawAnswers.submission(token, "Never whole")
        for (const piece of [head, head + body.slice(0, -1)]) {
          const { write, socket } = yield* connection
          write(piece)
          yield* roundTrip
          socket.destroy()
        }
        const counted = yield* left.pipe(
          Effect.tap(Effect.sleep("10 millis")),
          Effect.repeat({ until: (count) => count >= 2 })
        )
        assert.strictEqual(counted, 2)
        assert.deepStrictEqual((yield* request("/api/teams", { token })).json, before)
      }).pipe(Effect.scoped)
    )

    it.effect("is answered by the shortcut, but not with a tracer", () =>
      Effect.gen(function* () {
        const handlers: Array<EarlyHandler> = []
        const build = Layer.build(
          Layer.fresh(Shortcut.layer).pipe(
            Layer.provide(Layer.fresh(Views.layer)),
            Layer.provide(
              Layer.succeed(EarlyRequestHandler, {
                use: (handler) => Effect.sync(() => void handlers.push(handler))
              })
            )
          )
        )
        yield* build
        assert.lengthOf(handlers, 1)
        const tracer = Tracer.make({ span: (options) => new Tracer.NativeSpan(options) })
        yield* Effect.provideService(build, Tracer.Tracer, tracer)
        assert.lengthOf(handlers, 1)
      }).pipe(Effect.scoped)
    )
  }
)

layer(testServerWith(HeldPlanner.layer).pipe(Layer.provideMerge(OwnRegistry.layer)), { excludeTestServices: true })(
  "A submission whose client leaves before it is committed",
  (it) => {
    it.effect("is counted as abandoned", () =>
      Effect.gen(function* () {
        const { asked, committed } = yield* HeldPlanner.Held
        const { head, body } = RawAnswers.submission(yield* session("ada"), "Whole")
        const { write, socket } = yield* connection
        write(head + body)
        yield* Deferred.await(asked)
        socket.resetAndDestroy()
        yield* roundTrip
        yield* Deferred.succeed(committed, HeldPlanner.outcome)
        yield* roundTrip
        assert.strictEqual(yield* left, 1)
      }).pipe(Effect.scoped)
    )
  }
)
