import { computed, type ReadonlySignal, signal } from "@preact/signals"

export type Route =
  | { readonly page: "teams" }
  | { readonly page: "team"; readonly teamId: string; readonly view: "board" | "matrix" }
  | { readonly page: "log" }
  | { readonly page: "users" }
  | { readonly page: "accountLog" }
  | { readonly page: "unknown" }

const base = "/strategy/"

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What a path of the page shows. */
export const routeOf = (path: string): Route => {
  const [first = "", second = "", third = "", ...rest] = path.slice(base.length).replace(/\/$/, "").split("/")
  if (!path.startsWith(base) || rest.length > 0) return { page: "unknown" }
  if (first === "" && second === "") return { page: "teams" }
  if (first === "teams" && guid.test(second) && (third === "" || third === "matrix")) {
    return { page: "team", teamId: second.toLowerCase(), view: third === "" ? "board" : "matrix" }
  }
  if (first === "users" && second === "log" && third === "") return { page: "accountLog" }
  if ((first === "log" || first === "users") && second === "") return { page: first }
  return { page: "unknown" }
}

export const pathOf = {
  teams: base,
  team: (id: string) => `${base}teams/${id}`,
  matrix: (id: string) => `${base}teams/${id}/matrix`,
  log: `${base}log`,
  users: `${base}users`,
  accountLog: `${base}users/log`
}

const path = signal(globalThis.location?.pathname ?? base)

export const route = computed(() => routeOf(path.value))

const shownQuery = signal(globalThis.location?.search ?? "")

/** What the address says after the path, with its question mark: how a page is filtered. */
export const query: ReadonlySignal<string> = shownQuery

let writing: ReturnType<typeof setTimeout> | undefined

/** Takes the place of the query there is, in the address a little later: browsers count how often it changes. */
export const replaceQuery = (to: string): void => {
  shownQuery.value = to
  clearTimeout(writing)
  writing = setTimeout(() => history.replaceState(history.state, "", `${location.pathname}${shownQuery.peek()}`), 250)
}

const arrived = (): void => {
  clearTimeout(writing)
  path.value = location.pathname
  shownQuery.value = location.search
}

export const navigate = (to: string): void => {
  history.pushState(null, "", to)
  arrived()
  scrollTo(0, 0)
  // Who does not see the page change hears it from where it now begins.
  requestAnimationFrame(() => document.getElementById("content")?.focus({ preventScroll: true }))
}

/** Links of the page lead on without loading it anew. */
export const watchNavigation = (): void => {
  addEventListener("popstate", arrived)
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest("a") : null
    if (link === null || link.target !== "" || link.hasAttribute("download")) return
    if (link.origin !== location.origin || !link.pathname.startsWith(base)) return
    event.preventDefault()
    navigate(`${link.pathname}${link.search}`)
  })
}
