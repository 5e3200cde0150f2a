import { pagePaths, pageRoot } from "../../shared/PagePaths.ts"
import { basePath as root } from "../contract/BasePath.ts"

/** What an address shows on a team's board. */
export interface AddressedEntity {
  readonly type: "objective" | "principle"
  readonly id: string
}

/** The views of a team's board. */
export const boardViews = ["board", "matrix", "tree"] as const
export type BoardView = (typeof boardViews)[number]

export type Route =
  | { readonly page: "start" }
  | { readonly page: "teams" }
  | {
      readonly page: "team"
      readonly teamId: string
      readonly view: BoardView
      readonly entity: AddressedEntity | undefined
    }
  | { readonly page: "home" }
  | { readonly page: "checkIns" }
  | { readonly page: "checkIn"; readonly teamId: string }
  | { readonly page: "import"; readonly teamId: string | undefined }
  | { readonly page: "objective"; readonly teamId: string; readonly objectiveId: string }
  | { readonly page: "overview" }
  | { readonly page: "tree" }
  | { readonly page: "open" }
  | { readonly page: "log" }
  | { readonly page: "users" }
  | { readonly page: "webhooks" }
  | { readonly page: "accountLog" }
  | { readonly page: "tokens" }
  | { readonly page: "account" }
  | { readonly page: "unknown" }

export const basePath = root + pageRoot

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The view that a part of a team's path names; the board has none. */
const viewOf = (list: string) => boardViews.find((view) => view === list && view !== "board")

/** The entity that the rest of a team's path names; undefined if it names none, null if it leads nowhere. */
const entityOf = (list: string, id: string): AddressedEntity | undefined | null => {
  if (list === "" || (id === "" && viewOf(list) !== undefined)) return undefined
  const type = list === "objectives" ? "objective" : list === "principles" ? "principle" : undefined
  return type !== undefined && guid.test(id) ? { type, id: id.toLowerCase() } : null
}

/** What a team's path shows, by the parts of the path below the team. */
const teamRouteOf = (teamId: string, [list = "", id = "", part = "", ...rest]: ReadonlyArray<string>): Route => {
  if (list === "check-in" && id === "") return { page: "checkIn", teamId }
  if (list === "import" && id === "") return { page: "import", teamId }
  const entity = entityOf(list, id)
  if (entity === null || rest.length > 0) return { page: "unknown" }
  if (part === "progress" && entity?.type === "objective") return { page: "objective", teamId, objectiveId: entity.id }
  if (part !== "") return { page: "unknown" }
  return { page: "team", teamId, view: viewOf(list) ?? "board", entity }
}

/** The pages whose path is their name. */
const simplePages = ["teams", "log", "users", "webhooks", "overview", "tree", "account", "home", "open"] as const

const pageOf = (first: string, second: string): Route => {
  if (first === "users" && second === "log") return { page: "accountLog" }
  if (first === "users" && second === "tokens") return { page: "tokens" }
  if (first === "check-in" && second === "") return { page: "checkIns" }
  if (first === "import" && second === "") return { page: "import", teamId: undefined }
  const page = simplePages.find((name) => name === first)
  return { page: page === undefined || second !== "" ? "unknown" : page }
}

/** The route of a URL path; `unknown` when there is none. */
export const routeOf = (path: string): Route => {
  const [first = "", second = "", ...rest] = path.slice(basePath.length).replace(/\/$/, "").split("/")
  if (!path.startsWith(basePath)) return { page: "unknown" }
  if (first === "teams" && guid.test(second)) return teamRouteOf(second.toLowerCase(), rest)
  if (rest.length > 0) return { page: "unknown" }
  if (first === "" && second === "") return { page: "start" }
  return pageOf(first, second)
}

/** An objective, by its own id and that of its team. */
export interface Target {
  readonly teamId: string
  readonly id: string
}

/** The objective that a path leads to on its team's board. */
export const objectiveIn = (path: string): Target | undefined => {
  const found = routeOf(path)
  return found.page === "team" && found.entity?.type === "objective"
    ? { teamId: found.teamId, id: found.entity.id }
    : undefined
}

/** The address that a query leads on to, below the API's only; undefined for any other. */
export const linkIn = (query: string): string | undefined => {
  const address = `${root}${new URLSearchParams(query).get("to") ?? ""}`
  if (!URL.canParse(address, "http://page")) return undefined
  const { origin, pathname, search } = new URL(address, "http://page")
  return origin === "http://page" && pathname.startsWith(`${root}/api/`) ? pathname + search : undefined
}

/** The id of the team that a route shows; undefined for the pages of all teams. */
export const teamIn = (route: Route): string | undefined => ("teamId" in route ? route.teamId : undefined)

/** An entity's history, with one of its events, as a query names them. */
export interface AddressedHistory {
  readonly entityId: string
  readonly event: number | undefined
}

/** The sequence number of the event that a query names. */
export const eventIn = (query: string): number | undefined => {
  const event = new URLSearchParams(query).get("event") ?? ""
  return /^[1-9]\d{0,14}$/.test(event) ? Number(event) : undefined
}

export const historyIn = (query: string): AddressedHistory | undefined => {
  const entityId = new URLSearchParams(query).get("history") ?? ""
  return guid.test(entityId) ? { entityId: entityId.toLowerCase(), event: eventIn(query) } : undefined
}

/** The query with this history instead of any other; the rest of it, such as a filter, stays. */
export const withHistory = (query: string, history: AddressedHistory | undefined): string => {
  const params = new URLSearchParams(query)
  params.delete("history")
  params.delete("event")
  if (history !== undefined) params.set("history", history.entityId)
  if (history?.event !== undefined) params.set("event", String(history.event))
  return params.size === 0 ? "" : `?${params}`
}

/** The earlier moment that a query names, `YYYY-MM-DD` unless it is malformed; empty for now. */
export const momentIn = (query: string): string => new URLSearchParams(query).get("at") ?? ""

/** Whether a page can show an earlier moment. */
export const showsMoments = ({ page }: Route): boolean =>
  page === "overview" || page === "tree" || page === "team" || page === "objective"

/** The address at another moment, empty for now; unchanged if its page shows no earlier moments. */
export const atMoment = (address: string, moment: string): string => {
  const { pathname, search, hash } = new URL(address, "http://page")
  if (!showsMoments(routeOf(pathname))) return address
  const params = new URLSearchParams(search)
  params.delete("at")
  if (moment !== "") params.set("at", moment)
  return `${pathname}${params.size === 0 ? "" : `?${params}`}${hash}`
}

/** The addresses of the shared rows, below the path that this page has. */
const below =
  <Ids extends ReadonlyArray<unknown>>(path: (...ids: Ids) => string) =>
  (...ids: Ids): string =>
    basePath + path(...ids)

export const pathOf = {
  /** Leads on to what its user opens first. */
  start: basePath,
  home: `${basePath}home`,
  teams: `${basePath}teams`,
  team: below(pagePaths.team),
  objective: below(pagePaths.objective),
  part: below(pagePaths.part),
  principle: below(pagePaths.principle),
  history: below(pagePaths.history),
  matrix: (id: string) => `${basePath}teams/${id}/matrix`,
  tree: (id: string) => `${basePath}teams/${id}/tree`,
  progress: (teamId: string, id: string) => `${basePath}teams/${teamId}/objectives/${id}/progress`,
  checkIn: (id: string) => `${basePath}teams/${id}/check-in`,
  /** The check-in of all pinned teams. */
  checkIns: `${basePath}check-in`,
  /** The same as `checkIn`, at one of the team's objectives. */
  checkInOn: (id: string, objectiveId: string) => `${basePath}teams/${id}/check-in#${objectiveId}`,
  /** Without a team: into those that the text names. */
  import: (id: string | undefined) => (id === undefined ? `${basePath}import` : `${basePath}teams/${id}/import`),
  overview: basePath + pagePaths.overview,
  /** The tree of all teams. */
  companyTree: `${basePath}tree`,
  log: `${basePath}log`,
  logFrom: below(pagePaths.logFrom),
  users: `${basePath}users`,
  accountLog: `${basePath}users/log`,
  tokens: `${basePath}users/tokens`,
  account: `${basePath}account`,
  webhooks: `${basePath}webhooks`
}
