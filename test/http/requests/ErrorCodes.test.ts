import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { RejectionCode } from "../../../src/domain/Rejection.ts"
import { addUser, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { addressOf, routes } from "../Routes.ts"
import { apply, entity, idsFrom, type Submission, smallStrategy } from "../Submissions.ts"
import { assertError } from "./Answers.ts"

const ids = idsFrom(0x10)

const rename = {
  eventType: "update_team_name",
  targetId: ids.team,
  data: { name: "South" },
  lastSeenSequence: 1
} as const

const user = { username: "olga", password, role: "viewer" }

const hook = { url: "https://hooks.example.com/in" }

type Case = readonly [path: string, body: unknown, status: number, code: string, field?: string]

/** Requests of an admin that are refused, with the code and the field of the answer. */
const faults: ReadonlyArray<Case> = [
  ["/api/events", { ...rename, lastSeenSequnce: 1 }, 400, "unknown_member", "lastSeenSequnce"],
  ["/api/events", { ...rename, data: undefined }, 400, "missing_member", "data"],
  ["/api/events", { ...rename, targetId: undefined }, 400, "missing_member", "targetId"],
  ["/api/events", { ...rename, eventType: "rename_team" }, 400, "invalid_value", "eventType"],
  ["/api/events", { ...rename, lastSeenSequence: 2 ** 63 }, 400, "invalid_value", "lastSeenSequence"],
  ["/api/events", [], 400, "invalid_json"],
  ["/api/admin/users", { ...user, roles: ["admin"] }, 400, "unknown_member", "roles"],
  ["/api/admin/users", { ...user, username: "ada" }, 409, "username_taken"],
  ["/api/admin/users", { ...user, username: " " }, 400, "invalid_username", "username"],
  ["/api/admin/users", { ...user, displayName: " " }, 400, "invalid_display_name", "displayName"],
  ["/api/admin/users", { ...user, password: "short" }, 400, "invalid_password", "password"],
  ["/api/admin/webhooks", { ...hook, event_types: [] }, 400, "unknown_member", "event_types"],
  ["/api/admin/webhooks", { ...hook, eventTypes: ["create_teams"] }, 400, "invalid_value", "eventTypes.0"],
  ["/api/admin/webhooks", { url: "ftp://example.com" }, 400, "invalid_receiver", "url"],
  [
    "/api/auth/change-password",
    { currentPassword: "x", newPassword: password },
    400,
    "wrong_password",
    "currentPassword"
  ],
  ["/api/auth/login", { username: "ada", password, remember: true }, 400, "unknown_member", "remember"],
  ["/api/history/all?limit=0", undefined, 400, "invalid_value", "limit"],
  ["/api/history/all?from=999", undefined, 400, "invalid_value", "from"],
  ["/api/overview/changes?since=tomorrow", undefined, 400, "invalid_value", "since"],
  ["/api/overview/changes?since=999", undefined, 400, "invalid_value", "since"],
  ["/api/changes?after=999", undefined, 400, "invalid_value", "after"],
  ["/api/changes?types=rename_team", undefined, 400, "invalid_value", "types"],
  ["/api/changes?epoch=another", undefined, 410, "log_replaced"],
  ["/api/overview?at=999", undefined, 400, "invalid_value", "at"],
  ["/api/teams/x/objectives", undefined, 400, "invalid_value", "teamId"],
  [`/api/teams/${entity(0x99)}/objectives`, undefined, 404, "not_found"],
  ["/api/nowhere", undefined, 404, "unknown_path"],
  ["/api/events", undefined, 405, "method_not_allowed"]
]

const groupOf = (n: number): Submission => ({
  eventType: "create_group",
  targetId: ids.objective,
  data: { name: `Group ${n}` }
})

/** Submissions that are rejected once the small strategy is there, by the code of the rejection. */
const rejected: Readonly<Record<typeof RejectionCode.Type, ReadonlyArray<Submission>>> = {
  conflict: [rename],
  unknown_target: [
    { ...rename, targetId: entity(0x99) },
    { ...rename, targetId: ids.objective },
    { eventType: "create_team", targetId: ids.team, data: { name: "West", color: "#aa0000" } }
  ],
  ahead: [{ ...rename, lastSeenSequence: 1_000_000 }],
  in_use: [{ eventType: "create_team", data: { id: ids.team, name: "West", color: "#aa0000" } }],
  limit: [groupOf(21)],
  not_restorable: [
    { eventType: "restore_history", data: { sequenceNumber: 1_000_000 } },
    { eventType: "restore_history", data: { sequenceNumber: 1, teamId: ids.objective } },
    { eventType: "create_group", targetId: ids.objective, data: { id: ids.group, asOf: 8 } },
    { eventType: "create_group", targetId: ids.objective, data: { id: entity(0x99), asOf: 8 } },
    { eventType: "create_principle", targetId: ids.team, data: { id: ids.second, asOf: 1_000_000 } },
    { eventType: "create_principle", targetId: ids.team, data: { id: ids.second, asOf: 1 } }
  ],
  invalid_data: [
    { ...rename, data: { name: "" } },
    { ...rename, data: { name: "South", "the limit of 3": true } },
    { eventType: "update_position", targetId: ids.principle, data: { position: 9 } }
  ]
}

layer(testServer)("codes for programs", (it) => {
  it.effect("stand on every error, with the field at fault", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      yield* apply(token, ...smallStrategy(ids))
      for (const [path, body, status, code, field] of faults) {
        const method = body === undefined ? "GET" : "POST"
        const answer = yield* request(path, { token, method, body })
        const hint = `${path} ${JSON.stringify(body)} ${answer.text}`
        assertError(answer, status, hint)
        assert.deepInclude(answer.json, field === undefined ? { code } : { code, field }, hint)
      }
      const withoutHeader = yield* request("/api/events", { token, method: "POST", body: rename, csrf: null })
      assert.deepInclude(withoutHeader.json, { code: "csrf_missing" })
      assert.deepInclude((yield* request("/api/teams")).json, { code: "session_required" })
    })
  )

  it.effect("name a parameter that an endpoint with parameters does not know", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const taking = routes.filter(({ takesQuery }) => takesQuery)
      assert.isAbove(taking.length, 15)
      for (const route of taking) {
        const answer = yield* request(`${addressOf(route)}?aftr=2300`, { token })
        assertError(answer, 400, route.path)
        assert.deepInclude(answer.json, { code: "unknown_parameter", field: "aftr" }, route.path)
      }
    })
  )

  it.effect("stand on every rejection, and again on an answer that is repeated for its key", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      yield* apply(token, ...Array.from({ length: 19 }, (_, n) => groupOf(n)))
      yield* apply(token, { eventType: "delete_principle", targetId: ids.second, data: {} })
      yield* apply(token, { ...rename, lastSeenSequence: null })
      for (const code of RejectionCode.literals) {
        for (const [index, submission] of rejected[code].entries()) {
          const body = { data: {}, ...submission, ...(code === "conflict" ? { data: { name: "West" } } : {}) }
          for (const headers of [{}, ...Array(2).fill({ "idempotency-key": `${code}-${index}` })]) {
            const answer = yield* request("/api/events", { token, body, headers })
            assert.strictEqual(answer.headers.get("x-rejection-code"), code, answer.text)
          }
        }
      }
    })
  )

  it.effect("are absent where nothing was rejected", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const body = { ...rename, data: { name: "North West" }, lastSeenSequence: null }
      for (const status of ["applied", "no_change"]) {
        const answer = yield* request("/api/events", { token, body })
        assert.deepInclude(answer.json, { status })
        assert.isNull(answer.headers.get("x-rejection-code"))
      }
    })
  )
})
