import { batch, computed, type ReadonlySignal, signal } from "@preact/signals"
import { invitationParameter } from "../../shared/PagePaths.ts"
import {
  atMoment,
  basePath,
  momentIn,
  objectiveIn,
  pathOf,
  type Route,
  routeOf,
  showsMoments,
  type Target
} from "./Addresses.ts"

export {
  type AddressedEntity,
  type AddressedHistory,
  type BoardView,
  boardViews,
  eventIn,
  historyIn,
  linkIn,
  pathOf,
  type Route,
  type Target,
  teamIn,
  withHistory
} from "./Addresses.ts"

const path = signal(globalThis.location?.pathname ?? basePath)

export const route = computed(() => routeOf(path.value))

/** The address of the objective that is open beside a page that is no board; the browser's history keeps it. */
const beside = signal<string>(globalThis.history?.state?.beside ?? "")

const isBoard = (shown: Route): shown is Extract<Route, { readonly page: "team" }> =>
  shown.page === "team" && shown.view === "board"

/** The objective that is open: on a board the one that its address names, elsewhere the one that was opened there. */
export const openedObjective: ReadonlySignal<Target | undefined> = computed(() =>
  objectiveIn(isBoard(route.value) ? path.value : beside.value)
)

const shownQuery = signal(globalThis.location?.search ?? "")

/** The URL's query with its question mark, or empty; it holds a page's filter. */
export const query: ReadonlySignal<string> = shownQuery

/** The earlier moment that the page shows, as the address has it; empty for now. */
export const moment: ReadonlySignal<string> = computed(() =>
  showsMoments(route.value) ? momentIn(shownQuery.value) : ""
)

/** The address at the moment that it names, else at the one that the page shows. */
export const keepMoment = (address: string): string =>
  atMoment(address, momentIn(new URL(address, "http://page").search) || moment.peek())

const hashPart = (): string => globalThis.location?.hash.slice(1) ?? ""

const takenInvitation = signal<URLSearchParams>()

/** What a link said with which somebody chooses a password; undefined without one. */
export const invitation: ReadonlySignal<URLSearchParams | undefined> = takenInvitation

/** Takes an invitation out of the address, so that neither the browser's history nor a bookmark keeps it. */
const takeInvitation = (): void => {
  const named = new URLSearchParams(hashPart())
  if (!named.has(invitationParameter)) return
  takenInvitation.value = named
  history.replaceState(history.state, "", `${location.pathname}${location.search}`)
}

takeInvitation()

/** The invitation was used, or shall not be. */
export const leaveInvitation = (): void => {
  takenInvitation.value = undefined
}

const shownPart = signal(hashPart())

/** The id of the initiative or measure that the address names in an objective; empty without one. */
export const namedPart: ReadonlySignal<string> = shownPart

let queryTimer: ReturnType<typeof setTimeout> | undefined

/** Browsers limit how often a page may change its URL. */
const queryDelayMs = 250

/** Replaces the query, except for the moment; the URL follows after `queryDelayMs`. */
export const replaceQuery = (to: string): void => {
  shownQuery.value = keepMoment(`${location.pathname}${to}`).slice(location.pathname.length)
  clearTimeout(queryTimer)
  queryTimer = setTimeout(
    () => history.replaceState(history.state, "", `${location.pathname}${shownQuery.peek()}`),
    queryDelayMs
  )
}

const arrived = signal(0)

/**
 * Changes when the page is led to an address: by a link, by Back and Forward, at its start; not when the address follows
 * what the page shows.
 */
export const arrivals: ReadonlySignal<number> = arrived

/** Makes the path follow what is shown, without an entry in the browser's history. */
export const replacePath = (to: string): void => {
  if (to === path.peek()) return
  history.replaceState(history.state, "", `${to}${shownQuery.peek()}`)
  batch(() => {
    path.value = to
    shownPart.value = ""
  })
}

const readLocation = (hasArrived: boolean): void => {
  takeInvitation()
  clearTimeout(queryTimer)
  batch(() => {
    path.value = location.pathname
    beside.value = history.state?.beside ?? ""
    shownQuery.value = location.search
    shownPart.value = hashPart()
    if (hasArrived) arrived.value += 1
  })
}

/** Runs once the browser has gone back: going back would leave an address that was added before. */
let afterBack: Array<() => void> | undefined

const goBack = (): void => {
  afterBack ??= []
  history.back()
}

const onceThere = (run: () => void): void => {
  if (afterBack === undefined) run()
  else afterBack.push(run)
}

/** Adds a query's address to the browser's history, for what opens above the page and closes with Back. */
export const pushQuery = (to: string): void =>
  onceThere(() => {
    history.pushState({ ...history.state, isAbove: true }, "", `${location.pathname}${to}`)
    readLocation(false)
  })

/** Undoes `pushQuery`. If the page was opened at that address, its query becomes `to` instead. */
export const popQuery = (to: string): void => {
  if (history.state?.isAbove === true) goBack()
  else replaceQuery(to)
}

const goTo = (to: string): void => {
  const isSame = to === `${location.pathname}${location.search}${location.hash}`
  if (!isSame) history.pushState({ from: location.pathname }, "", to)
  readLocation(true)
  scrollTo(0, 0)
  // Moves the focus, so that screen readers announce the new page. An entity that the address names takes it itself.
  const current = route.peek()
  if (current.page === "team" && current.entity !== undefined) return
  const arrival = arrived.peek()
  requestAnimationFrame(() => {
    // Back may have led on to another page, whose open objective has the focus.
    if (arrived.peek() === arrival) document.getElementById("content")?.focus({ preventScroll: true })
  })
}

/** Goes to an address, at the moment that the page shows unless it names another. */
export const navigate = (to: string): void => onceThere(() => goTo(keepMoment(to)))

/** Shows the same page at an earlier moment, `YYYY-MM-DD`, or as it is now, if empty. */
export const showMoment = (to: string): void =>
  onceThere(() => goTo(atMoment(`${location.pathname}${shownQuery.peek()}`, to)))

/** Goes back to the page this one was opened from if that is at `to`, else on to `to`. */
export const goBackTo = (to: string): void => {
  if (history.state?.from === to) goBack()
  else navigate(to)
}

/** Whether an open objective is a page of its own; `panel.css` has the same width. */
export const isPhone = (): boolean => matchMedia("(width < 40rem)").matches

/** Opens the objective at an address beside a page that is no board; with an empty one closes it. */
export const openBeside = (to: string): void => {
  history.replaceState({ ...history.state, beside: to }, "")
  beside.value = to
}

/**
 * Opens the objective at an address beside what the page shows, without an entry in the browser's history; a board's address
 * follows. On a phone it is a page of its own, from which Back leads here.
 */
export const openObjective = (to: string): void => {
  if (isPhone()) navigate(to)
  else if (isBoard(route.peek())) replacePath(to)
  else openBeside(to)
}

export const closeObjective = (): void => {
  const current = route.peek()
  if (!isBoard(current)) openBeside("")
  else if (isPhone()) goBackTo(pathOf.team(current.teamId))
  else replacePath(pathOf.team(current.teamId))
}

/** Follows a link; one to an objective opens it here, unless here is a board or an objective's own page. */
const follow = ({ pathname, search }: HTMLAnchorElement): void => {
  const current = route.peek()
  const isElsewhere = isBoard(current) || current.page === "objective" || search !== ""
  if (isElsewhere || objectiveIn(pathname) === undefined) navigate(`${pathname}${search}`)
  else openObjective(pathname)
}

/** Shows another page in the place of this one in the browser's history. */
export const replaceRoute = (to: string): void => {
  history.replaceState(null, "", to)
  readLocation(true)
}

/** Follows links within the page without loading it again. */
export const watchNavigation = (): void => {
  addEventListener("popstate", () => {
    readLocation(location.pathname !== path.peek())
    const waiting = afterBack ?? []
    afterBack = undefined
    for (const run of waiting) run()
  })
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest("a") : null
    if (link === null || link.target !== "" || link.hasAttribute("download")) return
    if (link.origin !== location.origin || !link.pathname.startsWith(basePath)) return
    event.preventDefault()
    follow(link)
  })
}
