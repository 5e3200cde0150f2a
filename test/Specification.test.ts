import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

type Tests = ReadonlyArray<string>

const named =
  (file: string) =>
  (...names: Tests): Tests =>
    names.map((name) => `test/${file}.test.ts > ${name}`)

const auth = named("http/Auth")
const roles = named("http/RoleMatrix")
const locked = named("http/Lockout")
const passwords = named("http/Password")
const pages = named("http/Pages")
const log = named("http/GlobalLog")
const strategy = named("http/Strategy")
const events = named("http/Events")
const history = named("http/History")
const users = named("http/Users")
const faults = named("http/Faults")
const exports = named("http/Export")
const streams = named("http/Stream")
const broadcast = named("live/Broadcaster")
const rebuilds = named("http/Rebuild")
const rebuilding = named("log/Rebuild")

const everyCaller = roles("$caller: $name", "gives each endpoint the policy of the specification")
const csrfFirst = named("http/Admission")(
  "the CSRF header is checked first on every mutating method and path under /api/, known or not"
)
const adminEvents = roles("%s: 403 only below its role")
const lockout = locked("five failures lock the username, even with the right password")
const cookie = auth("a login answers with the user, and sets the cookie for seven days")
const outcomes = events(
  "an applied edit of a field answers with the previous value and no conflict",
  "the current value, after trimming, is no_change: sequence number 0, and nothing is stored",
  "an edit based on an older value is rejected as a conflict, with the current value",
  "any other broken rule is a rejection with only a reason"
)
const rebuilt = rebuilds("answers with the counts of what was processed and saved, and leaves all histories the same")
const rebuildRefused = rebuilds("is 409 while one runs on any server, and can be run again afterwards")
const views = strategy("show a submitted strategy")

interface Statement {
  readonly section: string
  readonly statement: string
  readonly tests: Tests
}

const section = (name: string, ...held: ReadonlyArray<readonly [string, Tests]>): ReadonlyArray<Statement> =>
  held.map(([statement, tests]) => ({ section: name, statement, tests }))

/** What the specification demands of the endpoints, in our words, and the tests that hold it. */
const statements: ReadonlyArray<Statement> = [
  ...section(
    "What the service does",
    [
      "1. an HTTP API under /api/, in JSON",
      [
        ...views,
        ...named("http/Admission")(
          "endpoints with a body answer 415 to a missing content type and any but JSON, with or without parameters"
        )
      ]
    ],
    [
      "2. reads are GETs; events are the one way to change a strategy",
      roles("gives each endpoint the policy of the specification")
    ],
    ["4. each event gets a sequence number", events("each applied event takes the next sequence number")],
    [
      "4. a history per entity and a global log",
      [
        ...history("a create event is in the history of the new entity and of its parent, directly in both"),
        ...log("is complete when read page by page, without gap or repetition")
      ]
    ],
    [
      "5. a team's principles and objectives can be exported as a presentation file",
      exports("is a presentation of the team, named after the team and today's date")
    ],
    ["6. cookie sessions and three roles", everyCaller],
    ["7. / redirects to /strategy/", pages("/ redirects to /strategy/")],
    ["7. /health is a health check", pages("/health answers healthy, and /health/live with the version")]
  ),
  ...section(
    "Resources: User, Session, Authentication result",
    ["a user is id, username, role and createdAt in UTC", users("a created user can log in")],
    ["a username has at most 50 characters", users("a username must have 1 to 50 characters, all visible")],
    ["a role is viewer, editor or admin", users("an invalid role, and a missing field or one of another type, is 400")],
    ["the cookie is strategy_session, HttpOnly, Secure, SameSite=Strict", cookie],
    [
      "a session lives 7 days from its creation",
      [
        ...auth("a session expires exactly seven days after its creation, used or not"),
        ...named("accounts/SessionStore")("expires 7 days after creation, to the millisecond, however much it is used")
      ]
    ],
    [
      "a session is cached for 5 minutes",
      named("accounts/SessionCache")("looks a token up once in five minutes, however often it is used")
    ],
    [
      "sessions are stored durably, with their user; claims are user, name, role and session",
      named("accounts/SessionStore")("the identity has user identifier, username, role, session identifier and expiry")
    ],
    [
      "login and me: success, userId, username, role, error null",
      [...cookie, ...auth("me answers with the user, as the login does")]
    ],
    [
      "a failed login: success false and error, nothing else",
      auth("a failed login is 200 with only success false and an error, and sets no cookie")
    ]
  ),
  ...section(
    "Resources: Team, Principle, Objective",
    ["a team is id, name and a colour #rrggbb, and the list carries nothing nested", views],
    ["a principle has an id and a title", views],
    ["an objective in a team's view has its principles, initiatives, groups and progress", views],
    ["a single objective has its initiatives and principles", views],
    [
      "field limits are applied by the event processor",
      [
        ...named("domain/Limits")("%s of %s: %s has %i to %i characters", "500 teams"),
        ...events("any other broken rule is a rejection with only a reason")
      ]
    ]
  ),
  ...section(
    "Resources: SubmitEventRequest, SubmitEventResponse",
    [
      "eventType is one of 29",
      events(
        "an event type that is missing, empty or not one of the 29 is 400",
        "there are 29 event types, of which two take no target"
      )
    ],
    ["targetId is required for all types but two", events("%s without its targetId is 400", "%s needs no targetId")],
    ["data is a required object", events("data that is missing or not an object is 400")],
    [
      "lastSeenSequence is an optional integer of 64 bits",
      events(
        "lastSeenSequence that is not a 64-bit integer is 400",
        "a lastSeenSequence written as %s is %s, by shortcut and endpoint"
      )
    ],
    ["the response has five fields", outcomes],
    [
      "previous and conflicting value are never both set, and null for anything else",
      events("previous and conflicting value are never both set, and null unless a field is edited")
    ]
  ),
  ...section(
    "Resources: HistoryEntryDto",
    [
      "the fields of an entry",
      history("a create event is in the history of the new entity and of its parent, directly in both")
    ],
    [
      "old and new value are there for edits with an earlier event of the field",
      [
        ...named("domain/History")("a field edit shows its values"),
        ...named("domain/History")("a first link shows no values, since no earlier event set the field")
      ]
    ],
    [
      "isTransitive for cascaded effects alone",
      history("deleting a principle is a transitive entry of each objective linked to it")
    ],
    [
      "canReapply is false for transitive entries and rejected events",
      [
        ...history("a rejected event is shown with its reason, and cannot be applied again"),
        ...named("domain/History")("a transitive entry has its own description, no field, and cannot be applied again"),
        ...named("domain/History")("a conflict shows its values too, but cannot be applied again")
      ]
    ],
    [
      "associations link events to all entities affected, and fields to their previous event",
      [
        ...named("domain/Laws")(
          "an event touches exactly the entities that changed, and the parent of a new or deleted one"
        ),
        ...named("domain/Laws")("an applied edit had seen the field's latest change, and sets its version")
      ]
    ]
  ),
  ...section(
    "Resources: other bodies",
    [
      "a new user has a name, a password of 8 to 128 characters and a role",
      [
        ...users("a password must have 8 to 128 characters"),
        ...users("an invalid role, and a missing field or one of another type, is 400")
      ]
    ],
    ["a login has username and password", auth("a login without username or password, or with other types, is 400")],
    ["a change of password has both passwords", passwords("is 400 without both passwords")],
    ["a change of role has the role", users("changing to an invalid role is 400")]
  ),
  ...section(
    "States: Session",
    ["a login starts a session and sets the cookie", cookie],
    ["a logout ends it at once and clears the cookie", auth("logout ends the session at once and clears the cookie")],
    ["the deletion of its user ends it at once", auth("deleting a user ends its sessions at once")],
    ["7 days later it is expired: 401", auth("a session expires exactly seven days after its creation, used or not")],
    [
      "expired sessions are removed every hour",
      named("accounts/HourlyPurge")(
        "removes expired sessions at the start and every hour, even if the run before failed"
      )
    ],
    [
      "a new role holds within 5 minutes at the latest",
      auth(
        "a role changed in the database directly is seen within five minutes",
        "a changed role applies to the session from the next request on"
      )
    ]
  ),
  ...section(
    "States: Login lockout",
    [
      "fewer than 5 failures within 15 minutes keep counting",
      [
        ...locked("four failures do not lock, and a success clears the counter"),
        ...named("accounts/LoginThrottle")("a failure counts for 15 minutes")
      ]
    ],
    [
      "5 failures within 15 minutes lock, for a time",
      [...lockout, ...locked("a lock lasts fifteen minutes, whatever is tried meanwhile")]
    ],
    [
      "a success clears the counter",
      [
        ...locked("four failures do not lock, and a success clears the counter"),
        ...named("accounts/LoginThrottle")("a success of an attempt made before the lock clears the lock")
      ]
    ],
    [
      "counted per name, in memory",
      named("accounts/LoginThrottle")("names are counted apart, whether or not they exist, and without regard to case")
    ]
  ),
  ...section(
    "States: Event submission outcome",
    [
      "applied: kept under a sequence number",
      [...outcomes, ...named("log/Planner")("answers committed submissions, and shows them to readers")]
    ],
    ["no_change: equal after trimming, nothing kept, number 0", outcomes],
    ["rejected as a conflict when the field changed since, with the current value", outcomes],
    ["rejected with a reason for any other rule", [...outcomes, ...named("domain/Rejected")("%j")]],
    [
      "of two who edit one field at once, one conflicts",
      named("log/Race")("two users on two servers edit one field, …")
    ]
  ),
  ...section(
    "States: Rebuild of history",
    [
      "the whole stream is replayed; what it makes is complete at the end, and counted",
      [...rebuilt, ...rebuilding("gives exactly the derived data of live writing, restores included")]
    ],
    [
      "live processing goes on meanwhile",
      rebuilding(
        "contains everything that is written during the rebuild, including restores to early states",
        "folds a restore that arrives just before the switch"
      )
    ],
    [
      "a second one is answered 409, and the first goes on",
      [...rebuildRefused, ...rebuilding("refuses a second rebuild while one runs, on the same server and on another")]
    ]
  ),
  ...section(
    "Endpoints",
    [
      "every mutating request needs X-CSRF-Token: 1, login apart",
      [...csrfFirst, ...named("http/Admission")("login is the only endpoint that needs no CSRF header")]
    ],
    ["the table of methods, paths and policies", roles("gives each endpoint the policy of the specification")],
    ["path parameters are GUIDs", strategy("an invalid id is 400, an unknown one 404")],
    ["login: 200 and the cookie", cookie],
    [
      "login fails with 200, success false; locked out it says too many attempts, try later",
      [
        ...auth("a failed login is 200 with only success false and an error, and sets no cookie"),
        ...lockout,
        ...named("accounts/LoginThrottle")("the answer of a locked name says too many failed attempts, try again later")
      ]
    ],
    [
      "logout destroys the session and clears the cookie",
      auth("logout ends the session at once and clears the cookie")
    ],
    [
      "me: 200, or 401 without a session",
      auth("me answers with the user, as the login does", "without a session, or with an invalid token, me is 401")
    ],
    [
      "change-password: 200, or 400 for a new password of another length",
      passwords(
        "answers with success, and from then on only the new password is accepted",
        "accepts 8 to 128 characters, and nothing shorter or longer"
      )
    ],
    ["teams: an array of Team", [...strategy("are empty at first"), ...views]],
    ["a team's principles, and one principle", views],
    ["a team's objectives, and one objective", views],
    ["events: 200 for applied, no_change and rejected alike", outcomes],
    [
      "events: 400 for an envelope that is not valid",
      events("an event type that is missing, empty or not one of the 29 is 400", "%s without its targetId is 400")
    ],
    ["events: 403 for five types without an admin", adminEvents],
    [
      "an entity's history: all that affected it, with create events at the parent and cascades",
      [
        ...history("a create event is in the history of the new entity and of its parent, directly in both"),
        ...history("deleting a principle is a transitive entry of each objective linked to it")
      ]
    ],
    [
      "older data without associations is found by its target",
      named("log/EventStore")("older data without associations is found by its target")
    ],
    [
      "the global log: from the latest, 100 to a page, 500 at most",
      log(
        "shows each event once, as a direct one, newest first, 100 to a page by default",
        "starts at the sequence number in from",
        "is 400 for a limit or a start out of range"
      )
    ],
    [
      "the users: an array of User",
      users("the list is sorted by name without regard to case, and has four fields and no hash")
    ],
    ["a new user: 201", users("a created user can log in")],
    [
      "a new user: 400 for an empty name, a short password, a role that is none",
      users(
        "a username must have 1 to 50 characters, all visible",
        "a password must have 8 to 128 characters",
        "an invalid role, and a missing field or one of another type, is 400"
      )
    ],
    ["a new user: 409 for a name that exists", users("a username that exists, apart from case and width, is 409")],
    [
      "a role: 400 for one that is none, and for one's own",
      users("changing to an invalid role is 400", "nobody changes their own role or deletes their own account")
    ],
    [
      "deleting a user: 400 for oneself; its sessions end",
      [
        ...users("nobody changes their own role or deletes their own account"),
        ...auth("deleting a user ends its sessions at once")
      ]
    ],
    ["rebuild-history: 200 with eventsProcessed, checkpointsSaved and associationsSaved", rebuilt],
    [
      "export: the presentation's media type, with the team's principles and objectives; no JSON",
      exports("is a presentation of the team, named after the team and today's date")
    ],
    [
      "export: for viewers and above; 404 for a team that is not there",
      [
        ...everyCaller,
        ...exports(
          "needs a session of any role",
          "is 404 for a team that is unknown, deleted, or not there at that sequence number, and 400 for an invalid id"
        )
      ]
    ],
    [
      "/ redirects to /strategy/, where the page is",
      pages("/ redirects to /strategy/", "/strategy/ is the page, and its files come with their type")
    ],
    ["/health: 200, one field, status", pages("/health answers healthy, and /health/live with the version")],
    [
      "an id that is unknown is 404",
      strategy(
        "an invalid id is 400, an unknown one 404",
        "a deleted entity is 404, and so is what was deleted with it"
      )
    ]
  ),
  ...section(
    "Authentication",
    [
      "1. a session everywhere, but for login, / and /health",
      [...everyCaller, ...pages("everything else needs a session")]
    ],
    [
      "2. passwords are verified against a salted PBKDF2 hash",
      named("accounts/PasswordHasher")(
        "vector $index: $note",
        "writes v3: HMAC-SHA512, 220,000 iterations, 16 bytes of salt, 32 of subkey"
      )
    ],
    [
      "2. a hash of an older scheme counts, and stays",
      auth("a password hash of the older scheme is accepted and left unchanged")
    ],
    ["3. cookie, cache, store, expiry; otherwise 401", auth("without a session, or with an invalid token, me is 401")],
    [
      "4. the cache is evicted on logout and on deletion of the user",
      auth("logout ends the session at once and clears the cookie", "deleting a user ends its sessions at once")
    ],
    [
      "5. a job deletes expired sessions every hour",
      named("accounts/HourlyPurge")(
        "removes expired sessions at the start and every hour, even if the run before failed"
      )
    ],
    ["6. roles are hierarchical, and policies go by them", everyCaller],
    ["7. five event types need an admin", adminEvents],
    ["8. CSRF: without the header 403", csrfFirst],
    ["9. 5 failures within 15 minutes lock the name", lockout],
    [
      "10. passwords have 8 to 128 characters",
      [
        ...users("a password must have 8 to 128 characters"),
        ...passwords("accepts 8 to 128 characters, and nothing shorter or longer")
      ]
    ],
    [
      "11. nobody deletes their own account or changes their own role",
      users("nobody changes their own role or deletes their own account")
    ],
    [
      "12. the envelope at the HTTP layer, business rules in the event processing",
      [
        ...events("data that is missing or not an object is 400"),
        ...events("any other broken rule is a rejection with only a reason"),
        ...named("domain/Rejected")("the checks are made in the order target, data, no change, conflict")
      ]
    ]
  ),
  ...section(
    "Events",
    [
      "29 types exist",
      [
        ...events("there are 29 event types, of which two take no target"),
        ...named("domain/Applied")("the examples cover all event types", "$eventType")
      ]
    ],
    [
      "create events take the parent as target; create_team and restore_history take none",
      events("%s without its targetId is 400", "%s needs no targetId")
    ],
    ["update_principle_title carries a title; create_team id, name and color", [...views, ...outcomes]],
    [
      "deleting a principle has transitive effects on objectives",
      [
        ...history("deleting a principle is a transitive entry of each objective linked to it"),
        ...named("domain/Evolve")(
          "loses the link to a deleted principle, and the objective gets a new updatedAt and updatedBy"
        )
      ]
    ],
    [
      "an applied event is recorded in history, a no_change is not",
      history("a create event is in the history of the new entity and of its parent, directly in both")
    ]
  ),
  ...section(
    "Errors",
    ["400 for envelope, password, username, role and oneself", users("changing to an invalid role is 400")],
    ["401 without a session that is alive", everyCaller],
    ["403 for the role and for the CSRF header", [...everyCaller, ...csrfFirst]],
    [
      "404 for an entity that is not there",
      strategy("an invalid id is 400, an unknown one 404", "an id of another type of entity is 404")
    ],
    ["404 for a user that is not there", users("an unknown user is 404, an invalid id 400")],
    ["409 for a username that exists", users("a username that exists, apart from case and width, is 409")],
    ["409 while a rebuild is in progress", rebuildRefused],
    [
      "500 for a fault of the server",
      faults("is 500 with a reference when code dies, and the cause is logged under it")
    ],
    [
      "1. errors are JSON with a message",
      [
        ...named("http/Admission")("with the CSRF header an unknown path is 404 and an unsupported method is 405"),
        ...faults("is 503 with Retry-After and a message")
      ]
    ],
    [
      "2. a failed login is no error status",
      auth("a failed login is 200 with only success false and an error, and sets no cookie")
    ],
    ["3. a rejected event is no error status", outcomes]
  ),
  ...section(
    "Stream",
    [
      "connected clients are notified of changes by server-sent events on GET /api/sse",
      streams("sends a change as soon as it is answered, and resumes by header or query, the header first")
    ],
    [
      "a long-lived stream, authenticated by the session cookie, for viewers and above",
      [...streams("needs a session, and has headers that keep proxies from buffering"), ...everyCaller]
    ],
    [
      "an applied event is broadcast; no_change and rejected ones are not",
      broadcast("starts with the head of the log, then sends every applied event and nothing else")
    ],
    [
      "a session that is over ends its streams",
      named("system/SessionEnds")("ends its stream and refuses its requests soon, in all of …")
    ]
  ),
  ...section(
    "Limits",
    ["username at most 50", users("a username must have 1 to 50 characters, all visible")],
    ["password 8 to 128", passwords("accepts 8 to 128 characters, and nothing shorter or longer")],
    [
      "5 failed logins within 15 minutes",
      [...lockout, ...named("accounts/LoginThrottle")("a failure counts for 15 minutes")]
    ],
    [
      "sessions 7 days, their cache 5 minutes, their clean-up every hour",
      named("accounts/SessionCache")("a cached identity does not outlive its session")
    ],
    ["history pages 100, 500 at most", log("is 400 for a limit or a start out of range")]
  ),
  ...section(
    "Additions: GET /api/titles",
    [
      "the names and ids of everything, with a strong ETag and 304",
      named("http/Titles")("are one answer, sorted as the teams, whose tag changes with a title and with nothing else")
    ],
    [
      "at most 8 MB; complete is false when that is not all",
      [
        ...named("domain/Titles")(
          "leave out what does not fit: names come before objectives, and these before the rest, in the order of the teams"
        )
      ]
    ]
  )
]

/** Whether a source calls something with this name as its first argument; `…` stands for the computed rest of a name. */
const has = (source: string, name: string): boolean => {
  const literal = name.endsWith("…") ? `\`${name.slice(0, -1)}` : JSON.stringify(name)
  return [...source.matchAll(/\(\s*/g)].some(({ index, 0: open }) => source.startsWith(literal, index + open.length))
}

const root = join(import.meta.dirname, "..")

const files = [...new Set(statements.flatMap(({ tests }) => tests.map((test) => test.split(" > ", 1)[0] ?? "")))]

describe("the specification", () => {
  it("has no statement twice, and none without a test", () => {
    const all = statements.map(({ section, statement }) => `${section}: ${statement}`)
    assert.deepStrictEqual([...new Set(all)], all)
    assert.deepStrictEqual(
      statements.filter(({ tests }) => tests.length === 0),
      []
    )
  })

  it.each(files)("is held by tests that are there: %s", async (file) => {
    const source = await readFile(join(root, file), "utf8")
    const missing = statements
      .flatMap(({ tests }) => tests)
      .filter((test) => test.startsWith(`${file} > `))
      .map((test) => test.slice(file.length + 3))
      .filter((name) => !has(source, name))
    assert.deepStrictEqual(missing, [])
  })

  it("would miss a test that was renamed", () => {
    assert.isTrue(has('  it.effect(\n    "one",', "one"))
    assert.isTrue(has("it(`one and the rest`, ", "one …"))
    assert.isFalse(has('it.effect("one more", ', "one"))
    assert.isFalse(has('// "one"', "one"))
  })
})
