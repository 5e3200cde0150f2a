import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import { open } from "../../support/EventStream.ts"
import { addUser, BaseUrl, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy, submit } from "../Submissions.ts"

const ids = idsFrom(0x10)

/** As long as a name may be, in the longest characters that are not joined. */
const longest = "👑".repeat(100)

const setProfile = (token: string, displayName: string) =>
  Effect.map(request("/api/auth/profile", { token, method: "PUT", body: { displayName } }), assertOk)

const eventsIn = (json: unknown): ReadonlyArray<object> => {
  const { entries, changes } = Object(json)
  return Array.isArray(json) ? json : (entries ?? changes)
}

layer(testServer, { excludeTestServices: true })("what people are called", (it) => {
  /** The names that each answer gives the events of ada. */
  const namesByAda = Effect.gen(function* () {
    const token = yield* signIn("root")
    const names: Record<string, ReadonlyArray<unknown>> = {}
    for (const path of [`/api/history/entity/${ids.objective}`, "/api/history/all", "/api/changes"]) {
      const events = eventsIn(assertOk(yield* request(path, { token })).json)
      const own = events.filter((event) => Reflect.get(event, "actorName") === "ada")
      names[path] = [...new Set(own.map((event) => Reflect.get(event, "actorDisplayName")))]
    }
    const table = assertOk(yield* request("/api/changes.csv", { token })).text.split("\r\n")
    const column = table[0]?.split(",").indexOf("actorDisplayName") ?? -1
    const rows = table.map((row) => row.split(",")).filter((row) => row[2] === "ada")
    names["/api/changes.csv"] = [...new Set(rows.map((row) => row[column] || null))]
    return names
  })

  const allAre = (name: string | null) =>
    Effect.map(namesByAda, (names) => {
      for (const [path, found] of Object.entries(names)) assert.deepStrictEqual(found, [name], path)
    })

  /** The frames after an id, up to a sequence number, on a stream of its own. */
  const framesFrom = (id: string | null, upTo: number) =>
    Effect.gen(function* () {
      const [url, token] = [yield* BaseUrl, yield* signIn("root")]
      const path = id === null ? "/api/sse" : `/api/sse?lastEventId=${id}`
      const stream = yield* Effect.acquireRelease(
        Effect.sync(() => open({ url, token, path })),
        ({ close }) => Effect.sync(close)
      )
      yield* Effect.promise(() =>
        stream.waitFor(
          ({ event, data }) =>
            event === (id === null ? "ready" : "change") && Reflect.get(Object(data), "sequenceNumber") === upTo,
          30_000
        )
      )
      return stream.frames
    }).pipe(Effect.scoped)

  it.effect("stands beside their username in everything that is said of their changes, as it is now", () =>
    Effect.gen(function* () {
      yield* addUser("root", "admin")
      const body = { username: "ada", displayName: "Ada Lovelace", role: "editor", password }
      assertOk(yield* request("/api/admin/users", { token: yield* signIn("root"), body }), 201)
      const [first] = yield* framesFrom(null, 0)
      const start = first?.id ?? assert.fail("no id")
      const [team = assert.fail("no team"), ...others] = smallStrategy(ids)
      yield* apply(yield* signIn("root"), team)
      const token = yield* signIn("ada")
      const last = yield* apply(token, ...others)
      yield* allAre("Ada Lovelace")

      const namesInStream = Effect.map(framesFrom(start, last), (frames) =>
        frames.slice(2).map(({ data }) => Reflect.get(Object(data), "actorDisplayName"))
      )
      assert.deepStrictEqual(new Set(yield* namesInStream), new Set(["Ada Lovelace"]))

      const edit = { eventType: "update_objective_title", targetId: ids.objective } as const
      yield* apply(token, { ...edit, data: { title: "Shrink" } })
      const late = { ...edit, data: { title: "Stay" }, lastSeenSequence: 1 }
      const rejected = yield* submit(yield* signIn("root"), late)
      assert.match(rejected.rejectionReason ?? "", /^Ada Lovelace had already changed the title/)
      const history = yield* request("/api/history/all?limit=1", { token: yield* signIn("root") })
      const [entry] = eventsIn(history.json)
      assert.deepInclude(Reflect.get(entry ?? {}, "rejection"), { actorName: "ada", actorDisplayName: "Ada Lovelace" })

      const { headers } = yield* request("/api/changes", { token })
      const ifChanged = { "if-none-match": headers.get("etag") ?? "" }
      yield* setProfile(token, longest)
      yield* allAre(longest)
      assertOk(yield* request("/api/changes", { token, headers: ifChanged }))
      assert.deepStrictEqual(new Set(yield* namesInStream), new Set([longest]))
      const sizes = (yield* framesFrom(start, last)).map(({ text }) => Buffer.byteLength(text))
      assert.isAtMost(Math.max(...sizes), 1_000, "even the longest name keeps a frame small")
    })
  )

  it.effect("is nowhere any more once they are deleted", () =>
    Effect.gen(function* () {
      const [user] = (yield* UserStore.use(({ list }) => list)).filter(({ username }) => username === "ada")
      const token = yield* signIn("root")
      assertOk(yield* request(`/api/admin/users/${user?.id}`, { token, method: "DELETE" }))
      yield* allAre(null)
      const paths = ["/api/people", "/api/admin/users", "/api/admin/account-log", "/api/history/all", "/api/overview"]
      for (const path of paths) assert.notInclude((yield* request(path, { token })).text, "👑", path)
    })
  )
})
