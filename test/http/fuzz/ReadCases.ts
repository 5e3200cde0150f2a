import fc from "fast-check"
import {
  brief,
  type Case,
  cookieOf,
  headerText,
  mostly,
  type Surroundings,
  seed,
  surroundings,
  unusualIds,
  userOf,
  weighted
} from "./Case.ts"
import type { World } from "./World.ts"

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

export const idOf = (type: "team" | "principle" | "objective" | "group" | "initiative" | "progress") =>
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

export const view = fc
  .tuple(
    weighted<(world: World) => string>(
      [1, fc.constantFrom("/api/teams", "/api/titles", "/api/overview").map((path) => () => path)],
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

export const history = fc
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
      query("limit", "from").map((search) => () => `/api/history/all${search}`),
      query("limit", "after", "epoch", "teams", "types").map((search) => () => `/api/changes${search}`),
      query("after", "epoch", "teams", "types", "for", "locale", "bom").map(
        (search) => () => `/api/changes.csv${search}`
      ),
      query("teams").map((search) => () => `/api/feeds/x/due.ics${search}`),
      fc.constantFrom("/api/measures.csv", "/api/overview.csv").map((path) => () => path),
      fc
        .oneof(numeral, fc.constantFrom("1970-01-01", "2026-02-30", "9999-12-31", "2026-1-1", "-000001-01-01"))
        .map((since) => () => `/api/overview/changes?since=${since}`),
      query("limit", "before", "username").map((search) => () => `/api/admin/account-log${search}`),
      fc.tuple(numeral, fc.option(idOf("team"))).map(
        ([at, id]) =>
          (world: World) =>
            `/api/history/preview?sequenceNumber=${at}${id === null ? "" : `&teamId=${id(world)}`}`
      )
    ),
    surroundings
  )
  .map(([target, around]) => plain("GET", target, around))

const deckOptions = fc
  .dictionary(
    fc.constantFrom("at", "detail", "since", "notes", "status", "objectives", "teams"),
    fc.oneof(
      numeral,
      fc.constantFrom(
        "full",
        "board",
        "0",
        "1",
        "at_risk,draft",
        "on_track",
        ",",
        "1970-01-01",
        "9999-12-31",
        "2026-02-30"
      ),
      fc.constantFrom(...unusualIds)
    ),
    { maxKeys: 3 }
  )
  .map((options) => Object.entries(options).map(([name, value]) => `${name}=${value}`))
  .map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`))

export const exported = fc
  .tuple(fc.option(idOf("team")), fc.oneof(query("at"), deckOptions), brief, conditions, mostly("GET", "HEAD"))
  .map(([id, search, around, condition, method]) =>
    plain(
      method,
      (world) => (id === null ? `/api/export${search}` : `/api/teams/${id(world)}/export${search}`),
      around,
      condition
    )
  )

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

export const session = fc.oneof(
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

export const elsewhere = fc
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
