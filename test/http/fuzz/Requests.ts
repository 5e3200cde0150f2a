import fc from "fast-check"
import { submissionOf } from "../../domain/Commands.ts"
import { type Carriage, carriage, flaw, nastyText, plainly, textOf, withFlaw, withInnerFlaw } from "./Bodies.ts"
import type { WireReply, WireRequest } from "./Wire.ts"
import { password, pick, type Sender, type World } from "./World.ts"

/** A request to be made of the world as it is then, and what its answer changes. */
export interface Case {
  readonly request: (world: World) => WireRequest
  readonly answered?: (world: World, reply: WireReply, sent: WireRequest) => void
}

const seed = fc.nat(2 ** 31 - 1)

const weighted = <A>(...choices: ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<A>]>) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const mostly = <A>(usual: A, ...others: ReadonlyArray<A>): fc.Arbitrary<A> =>
  weighted([14, fc.constant(usual)], [2, fc.constantFrom(usual, ...others)])

/** Latin-1 text a header may carry. */
const headerText = fc.string({
  unit: fc.constantFrom(..." !\"#$%&'()*+,-./0:;<=>?@A[\\]^_`a{|}~\t\u00e9\u00ff"),
  maxLength: 120
})

interface Surroundings {
  readonly sender: Sender
  readonly headers: Readonly<Record<string, string>>
}

const sender: fc.Arbitrary<Sender> = fc.constantFrom<Sender>(
  ...Array.from({ length: 14 }, () => "admin" as const),
  ...(["editor", "editor", "viewer", "none", "forged"] as const)
)

const csrf: fc.Arbitrary<Record<string, string>> = mostly<Record<string, string>>(
  { "x-csrf-token": "1" },
  {},
  { "x-csrf-token": "" },
  { "x-csrf-token": "01" },
  { "x-csrf-token": "1, 1" }
)

const oddities: fc.Arbitrary<Record<string, string>> = weighted<Record<string, string>>(
  [30, fc.constant({})],
  [1, fc.record({ accept: headerText })],
  [1, fc.record({ "accept-encoding": headerText })],
  [1, fc.record({ "content-encoding": fc.constantFrom("gzip", "br", "identity", "x") })],
  [1, fc.record({ traceparent: headerText })],
  [1, fc.record({ b3: headerText })],
  [1, fc.record({ "x-http-method-override": fc.constantFrom("DELETE", "GET") })],
  [1, fc.record({ authorization: headerText })],
  [1, fc.record({ "x-forwarded-for": headerText, origin: headerText })],
  [1, fc.constant({ expect: "100-continue" })],
  [1, fc.nat(20_000).map((length) => ({ "x-long": "x".repeat(length) }))]
)

const surroundings: fc.Arbitrary<Surroundings> = fc
  .tuple(sender, csrf, oddities)
  .map(([from, token, odd]) => ({ sender: from, headers: { ...token, ...odd } }))

// A HEAD request that the parser refuses is answered with a body, which its client cannot read.
const brief = surroundings.map(
  ({ sender, headers: { "x-long": _, ...headers } }): Surroundings => ({ sender, headers })
)

const contentType: fc.Arbitrary<Record<string, string>> = weighted<Record<string, string>>(
  [30, fc.constant({ "content-type": "application/json" })],
  [
    2,
    fc
      .constantFrom("application/json; charset=utf-8", "Application/JSON", " application/json ")
      .map((type) => ({ "content-type": type }))
  ],
  [1, fc.constant({})],
  [
    1,
    fc
      .constantFrom(
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/jsonp",
        "application/octet-stream",
        ""
      )
      .map((type) => ({ "content-type": type }))
  ]
)

const cookieOf = (world: World, from: Sender, token = world.tokens[from]): Record<string, string> =>
  token === undefined ? {} : { cookie: `strategy_session=${token}` }

interface Message {
  readonly around: Surroundings
  readonly type: Record<string, string>
  readonly chunked: boolean
  readonly carriage: Carriage
}

const message = (onTheWay: fc.Arbitrary<Carriage>): fc.Arbitrary<Message> =>
  fc.record({ around: surroundings, type: contentType, chunked: mostly(false, true), carriage: onTheWay })

const calm = message(fc.constant(plainly))
const rough = message(carriage)

/** What a request with a body says, made of the world. */
type Draft = (world: World) => {
  readonly target: string
  readonly text: string
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
}

const withBody =
  (method: string, draft: Draft) =>
  ({ around, type, chunked, carriage: carry }: Message): Case => ({
    request: (world) => {
      const { target, text, token, headers } = draft(world)
      return {
        method,
        target,
        headers: {
          ...cookieOf(world, around.sender, around.sender === "admin" ? token : undefined),
          ...type,
          ...headers,
          ...around.headers
        },
        body: carry(text),
        chunked
      }
    }
  })

// Events

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

const legalEvent = fc
  .tuple(calm, seed, idempotency)
  .map(([sent, command, headers]) =>
    withBody("POST", (world) => ({ target: events, text: JSON.stringify(envelopeOf(world, command)), headers }))(sent)
  )

const spoiltEvent = fc
  .tuple(rough, seed, idempotency, flaw, fc.boolean())
  .map(([sent, command, headers, spoil, inside]) =>
    withBody("POST", (world) => {
      const envelope = envelopeOf(world, command)
      const text = inside ? withInnerFlaw(envelope, "data", envelope.data, spoil) : withFlaw(envelope, spoil)
      return { target: events, text, headers }
    })(sent)
  )

const anyEvent = fc
  .tuple(rough, nastyText, idempotency)
  .map(([sent, text, headers]) => withBody("POST", () => ({ target: events, text, headers }))(sent))

// Accounts

interface Operation {
  readonly method: string
  readonly draft: (
    world: World,
    n: number
  ) => { readonly target: string; readonly body: object; readonly token?: string | undefined }
  readonly answered?: Case["answered"]
}

const odd = (n: number): boolean => n % 2 === 1

const unusualIds = [
  ...[
    "00000000-0000-4000-8000-00000000ffff",
    "x",
    "%00",
    "%ff",
    "%2e%2e%2f",
    "..",
    "null",
    "undefined",
    "__proto__",
    "1"
  ],
  ...[
    "%7B00000000-0000-4000-8000-00000000ffff%7D",
    "00000000-0000-4000-8000-00000000FFFF",
    "x".repeat(99),
    "x".repeat(101)
  ],
  ...[
    "x".repeat(5_000),
    "%F0%9F%98%80",
    "%ED%A0%80",
    "a%20b",
    "00000000-0000-4000-8000-00000000ffff%0a",
    ";a=b",
    "*",
    "%"
  ]
]

const userOf = (world: World, n: number): string => pick(world.users, n >> 3) ?? "none"

const operations: Readonly<Record<string, Operation>> = {
  login: {
    method: "POST",
    draft: (world, n) => ({
      target: "/api/auth/login",
      body: { username: pick(world.logins, n >> 2), password: n % 4 === 0 ? "wrong" : password }
    })
  },
  changePassword: {
    method: "POST",
    draft: (world, n) => {
      const changer = pick(world.changers, n >> 1)
      return {
        target: "/api/auth/change-password",
        token: changer?.token,
        body: { currentPassword: changer?.password, newPassword: odd(n) ? password : `${password} ${n}` }
      }
    },
    answered: (world, { status }, { headers, body }) => {
      const changer = world.changers.find(({ token }) => headers.cookie?.includes(token))
      if (status !== 200 || changer === undefined) return
      const sent: { readonly newPassword: string } = JSON.parse(new TextDecoder().decode(body))
      changer.password = sent.newPassword
    }
  },
  createUser: {
    method: "POST",
    draft: (_, n) => ({
      target: "/api/admin/users",
      body: { username: `made ${n % 200}`, password, role: pick(["viewer", "editor", "admin"], n >> 8) }
    })
  },
  setRole: {
    method: "PUT",
    draft: (world, n) => ({
      target: `/api/admin/users/${userOf(world, n)}/role`,
      body: { role: pick(["viewer", "editor", "admin"], n) }
    })
  }
}

const account = fc.constantFrom(...Object.values(operations)).chain(({ method, draft, answered = () => {} }) => {
  const of =
    (write: (body: object) => string, n: number): Draft =>
    (world) => {
      const { target, body, token } = draft(world, n)
      return { target, token, text: write(body) }
    }
  return weighted<Case>(
    [3, fc.tuple(calm, seed).map(([sent, n]) => withBody(method, of(textOf, n))(sent))],
    [
      3,
      fc.tuple(rough, seed, flaw).map(([sent, n, spoil]) =>
        withBody(
          method,
          of((body) => withFlaw(body, spoil), n)
        )(sent)
      )
    ],
    [
      2,
      fc.tuple(rough, seed, nastyText).map(([sent, n, text]) =>
        withBody(
          method,
          of(() => text, n)
        )(sent)
      )
    ]
  ).map((made) => ({ ...made, answered }))
})

// Without a body

const plain = (
  method: string,
  target: (world: World) => string,
  around: Surroundings,
  headers: (world: World, target: string) => Record<string, string> = () => ({})
): Case => ({
  request: (world) => {
    const path = target(world)
    return {
      method,
      target: path,
      headers: { ...cookieOf(world, around.sender), ...headers(world, path), ...around.headers }
    }
  }
})

const idOf = (type: "team" | "principle" | "objective" | "group" | "initiative" | "progress") =>
  fc.tuple(seed, fc.constantFrom(...unusualIds), fc.nat(9)).map(([n, unusual, kind]) => (world: World): string => {
    const id = world.entity(type, n) ?? unusual
    if (kind === 0) return unusual
    if (kind === 1) return id.toUpperCase()
    return kind === 2 ? (world.entity("group", n) ?? id) : id
  })

const conditions: fc.Arbitrary<(world: World, target: string) => Record<string, string>> = weighted<
  (world: World, target: string) => Record<string, string>
>(
  [3, fc.constant(() => ({}))],
  [3, fc.constant((world, target) => ({ "if-none-match": world.etags.get(target) ?? "*" }))],
  [1, fc.constant((world, target) => ({ "if-none-match": `"x", W/${world.etags.get(target) ?? '""'}` }))],
  [
    1,
    fc.constantFrom("*", '"', 'W/"', ",,,", "", '"x"', "x".repeat(5_000)).map((tag) => () => ({ "if-none-match": tag }))
  ],
  [1, headerText.map((tag) => () => ({ "if-none-match": tag }))]
)

const view = fc
  .tuple(
    weighted<(world: World) => string>(
      [1, fc.constant(() => "/api/teams")],
      [2, idOf("team").map((id) => (world) => `/api/teams/${id(world)}/principles`)],
      [2, idOf("team").map((id) => (world) => `/api/teams/${id(world)}/objectives`)],
      [2, idOf("principle").map((id) => (world) => `/api/principles/${id(world)}`)],
      [2, idOf("objective").map((id) => (world) => `/api/objectives/${id(world)}`)]
    ),
    brief,
    conditions,
    mostly("GET", "HEAD")
  )
  .map(([target, around, condition, method]) => plain(method, target, around, condition))

const numeral = weighted<string>(
  [4, fc.integer({ min: 1, max: 500 }).map(String)],
  [
    3,
    fc.constantFrom(
      "0",
      "-1",
      "1",
      "500",
      "501",
      "1e2",
      "0x10",
      "+5",
      "%205",
      "5%20",
      "1.5",
      "1.0",
      "",
      "NaN",
      "Infinity",
      "-0"
    )
  ],
  [
    2,
    fc
      .constantFrom(
        "9007199254740991",
        "9007199254740993",
        "9223372036854775808",
        "1e309",
        "null",
        "%00",
        "%ff",
        "٣",
        "1_0"
      )
      .map(encodeURI)
  ],
  [1, fc.string({ unit: "binary", maxLength: 10 }).map((text) => encodeURIComponent(text.toWellFormed()))]
)

const query = (...names: ReadonlyArray<string>): fc.Arbitrary<string> => {
  const parameter = fc
    .tuple(fc.constantFrom(...names, ...names, ...names, "limit[]", "__proto__", "constructor", "%00", "x"), numeral)
    .map(([name, value]) => `${name}=${value}`)
  return weighted(
    [4, fc.array(parameter, { maxLength: 3 }).map((parts) => parts.join("&"))],
    [1, fc.constantFrom("", "&&&", "=", "%", "?", "limit", "#")]
  ).map((text) => (text === "" ? "" : `?${text}`))
}

const history = fc
  .tuple(
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom("team", "principle", "objective", "group", "initiative", "progress").chain(idOf),
          query("limit", "before")
        )
        .map(
          ([id, search]) =>
            (world: World) =>
              `/api/history/entity/${id(world)}${search}`
        ),
      query("limit", "from").map((search) => () => `/api/history/all${search}`)
    ),
    surroundings
  )
  .map(([target, around]) => plain("GET", target, around))

const logout = fc.tuple(surroundings, fc.boolean()).map(
  ([around, known]): Case => ({
    request: (world) => {
      const token = known ? world.spare.pop() : undefined
      return {
        method: "POST",
        target: "/api/auth/logout",
        headers: { ...cookieOf(world, "forged", token), ...around.headers }
      }
    }
  })
)

const session = fc.oneof(
  fc
    .tuple(surroundings, fc.constantFrom("/api/auth/me", "/api/admin/users", "/health", "/health/live", "/"))
    .map(([around, target]) => plain("GET", () => target, around)),
  fc.tuple(surroundings, headerText).map(([{ headers }, cookie]) =>
    plain(
      "GET",
      () => "/api/auth/me",
      { sender: "none", headers },
      () => ({ cookie })
    )
  ),
  fc
    .tuple(surroundings, seed, fc.constantFrom(...unusualIds))
    .map(([around, n, unusual]) =>
      plain("DELETE", (world) => `/api/admin/users/${n % 8 === 0 ? unusual : userOf(world, n)}`, around)
    ),
  logout
)

const paths = [
  ...[
    "/api/teams",
    "/api/events",
    "/api/auth/login",
    "/api/auth/me",
    "/api/admin/users",
    "/api/history/all",
    "/health",
    "/"
  ],
  ...[
    "/api",
    "/api/",
    "/api/nothing",
    "/api/teams/",
    "/api//teams",
    "/API/TEAMS",
    "/api/teams/x",
    "/api/%74eams",
    "//",
    "/nothing"
  ],
  ...[
    "/api/events/",
    "/api/../health",
    "/api/./teams",
    "/api/teams;a=b",
    "/api/__proto__",
    "/api/teams%2f",
    "/api/%",
    "/api/%zz",
    "/api/%ff"
  ]
]

const elsewhere = fc
  .tuple(
    weighted(
      [3, fc.constantFrom(...paths)],
      [
        1,
        fc.string({ unit: fc.constantFrom(..."abc/.%:;@!$&'()*+,=~_-0"), maxLength: 60 }).map((rest) => `/api/${rest}`)
      ]
    ),
    fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "QUERY"),
    brief
  )
  .map(([target, method, around]) => plain(method, () => target, around))

export const anyCase: fc.Arbitrary<Case> = weighted<Case>(
  [40, legalEvent],
  [13, spoiltEvent],
  [9, anyEvent],
  [14, account],
  [10, view],
  [6, history],
  [4, session],
  [4, elsewhere]
)
