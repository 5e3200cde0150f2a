import { computed, type ReadonlySignal, signal } from "@preact/signals"

export type Route =
  | { readonly page: "teams" }
  | { readonly page: "overview" }
  | { readonly page: "team"; readonly teamId: string; readonly view: "board" | "matrix" }
  | { readonly page: "log" }
  | { readonly page: "users" }
  | { readonly page: "accountLog" }
  | { readonly page: "unknown" }

const basePath = "/strategy/"

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The route of a URL path; `unknown` when there is none. */
export const routeOf = (path: string): Route => {
  const [first = "", second = "", third = "", ...rest] = path.slice(basePath.length).replace(/\/$/, "").split("/")
  if (!path.startsWith(basePath) || rest.length > 0) return { page: "unknown" }
  if (first === "" && second === "") return { page: "teams" }
  if (first === "teams" && guid.test(second) && (third === "" || third === "matrix")) {
    return { page: "team", teamId: second.toLowerCase(), view: third === "" ? "board" : "matrix" }
  }
  if (first === "users" && second === "log" && third === "") return { page: "accountLog" }
  if ((first === "log" || first === "users" || first === "overview") && second === "") return { page: first }
  return { page: "unknown" }
}

export const pathOf = {
  teams: basePath,
  team: (id: string) => `${basePath}teams/${id}`,
  matrix: (id: string) => `${basePath}teams/${id}/matrix`,
  overview: `${basePath}overview`,
  log: `${basePath}log`,
  users: `${basePath}users`,
  accountLog: `${basePath}users/log`
}

const path = signal(globalThis.location?.pathname ?? basePath)

export const route = computed(() => routeOf(path.value))

const shownQuery = signal(globalThis.location?.search ?? "")

/** The URL's query with its question mark, or empty; it holds a page's filter. */
export const query: ReadonlySignal<string> = shownQuery

let queryTimer: ReturnType<typeof setTimeout> | undefined

/** Browsers limit how often a page may change its URL. */
const queryDelayMs = 250

/** Replaces the query; the URL follows after `queryDelayMs`. */
export const replaceQuery = (to: string): void => {
  shownQuery.value = to
  clearTimeout(queryTimer)
  queryTimer = setTimeout(
    () => history.replaceState(history.state, "", `${location.pathname}${shownQuery.peek()}`),
    queryDelayMs
  )
}

const readLocation = (): void => {
  clearTimeout(queryTimer)
  path.value = location.pathname
  shownQuery.value = location.search
}

export const navigate = (to: string): void => {
  history.pushState(null, "", to)
  readLocation()
  scrollTo(0, 0)
  // Moves the focus, so that screen readers announce the new page.
  requestAnimationFrame(() => document.getElementById("content")?.focus({ preventScroll: true }))
}

/** Shows another page in the place of this one in the browser's history. */
export const replaceRoute = (to: string, state: unknown = null): void => {
  history.replaceState(state, "", to)
  readLocation()
}

const afterSignIn = "afterSignIn"

/** Somebody who signs in at the address of the teams is shown the overview first. */
export const replaceTeamsAfterSignIn = (): void => {
  if (route.peek().page === "teams") replaceRoute(pathOf.overview, afterSignIn)
}

/** Whether the page is shown because of `replaceTeamsAfterSignIn`. */
export const isAfterSignIn = (): boolean => history.state === afterSignIn

/** Follows links within the page without loading it again. */
export const watchNavigation = (): void => {
  addEventListener("popstate", readLocation)
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest("a") : null
    if (link === null || link.target !== "" || link.hasAttribute("download")) return
    if (link.origin !== location.origin || !link.pathname.startsWith(basePath)) return
    event.preventDefault()
    navigate(`${link.pathname}${link.search}`)
  })
}
