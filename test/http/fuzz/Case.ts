import fc from "fast-check"
import type { WireReply, WireRequest } from "./Wire.ts"
import { pick, type Sender, type World } from "./World.ts"

/** Makes a request that fits the world at that time, and updates the world from the response. */
export interface Case {
  readonly request: (world: World) => WireRequest
  readonly answered?: (world: World, reply: WireReply, sent: WireRequest) => void
}

export const seed = fc.nat(2 ** 31 - 1)

export const weighted = <A>(...choices: ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<A>]>) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

export const mostly = <A>(usual: A, ...others: ReadonlyArray<A>): fc.Arbitrary<A> =>
  weighted([14, fc.constant(usual)], [2, fc.constantFrom(usual, ...others)])

/** Latin-1 text a header may carry. */
export const headerText = fc.string({
  unit: fc.constantFrom(..." !\"#$%&'()*+,-./0:;<=>?@A[\\]^_`a{|}~\t\u00e9\u00ff"),
  maxLength: 120
})

export interface Surroundings {
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

export const surroundings: fc.Arbitrary<Surroundings> = fc
  .tuple(sender, csrf, oddities)
  .map(([from, token, odd]) => ({ sender: from, headers: { ...token, ...odd } }))

/** Headers of usual length: the HTTP parser would answer a longer HEAD request with a body, which clients cannot read. */
export const brief = surroundings.map(
  ({ sender, headers: { "x-long": _, ...headers } }): Surroundings => ({ sender, headers })
)

export const contentType: fc.Arbitrary<Record<string, string>> = weighted<Record<string, string>>(
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

export const cookieOf = (world: World, from: Sender, token = world.tokens[from]): Record<string, string> =>
  token === undefined ? {} : { cookie: `strategy_session=${token}` }

export const unusualIds = [
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

export const userOf = (world: World, n: number): string => pick(world.users, n >> 3) ?? "none"
