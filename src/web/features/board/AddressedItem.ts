import { useSignalEffect } from "@preact/signals"
import type { RefObject } from "preact"
import { useRef } from "preact/hooks"
import { navigate, pathOf, replacePath, route } from "../../session/Route.ts"
import type { BoardState } from "./BoardState.ts"

/** Whether an objective is a page of its own; `board.css` has the same width. */
const isPhone = (): boolean => matchMedia("(width < 40rem)").matches

/**
 * Whether an item is to stay where it is at the top of the page: it begins in the upper half of the window, or the page is
 * too short to scroll by more than a part of the team's name.
 */
const staysInPlace = (item: HTMLElement): boolean => {
  const { top } = item.getBoundingClientRect()
  const nameBottom = document.querySelector(".team-name")?.getBoundingClientRect().bottom ?? 0
  const isShort = document.documentElement.scrollHeight - innerHeight < nameBottom
  return scrollY === 0 && top >= 0 && (top < innerHeight / 2 || (isShort && top < innerHeight))
}

/** Moves the focus to an item's heading, so that screen readers announce it, and scrolls to it where `block` is given. */
const show = (item: HTMLElement | null, block: ScrollLogicalPosition | undefined): void => {
  requestAnimationFrame(() => {
    // An initiative or a measure inside it that the address names may have the focus already.
    if (item?.querySelector(".named-part:focus") != null) return
    const heading = item?.querySelector<HTMLElement>("h1, h2, h3")
    if (heading == null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    if (item === null || block === undefined || (block === "start" && staysInPlace(item))) return
    item.scrollIntoView({ block })
  })
}

/**
 * Shows an item when the page is led to its address; `onChange` gets true then, and false when the page is led away from
 * it.
 */
export const useAddressedItem = (
  board: BoardState,
  id: string,
  item: RefObject<HTMLElement | null>,
  onChange: (isHere: boolean) => void
): void => {
  const wasHere = useRef(false)
  useSignalEffect(() => {
    const destination = board.destination.value
    const isHere = destination?.id === id
    const isLeft = wasHere.current && !isHere
    wasHere.current = isHere
    if (isHere || isLeft) onChange(isHere)
    if (isHere && destination.type === "principle") show(item.current, "nearest")
    // On a phone the objective is the whole page, so it is at the top already.
    else if (isHere) show(item.current, isPhone() ? undefined : "start")
    // On a phone the list was hidden meanwhile, and has lost its scroll position.
    if (isLeft && destination === undefined && isPhone()) show(item.current, "center")
  })
}

/**
 * Opens or closes an objective, which its address follows. On a phone it is a page of its own, from which Back leads to
 * the board; elsewhere the browser's history gets no entry, so that Back leaves the board.
 */
export const toggleObjective = (teamId: string, id: string, isOpen: boolean): void => {
  const current = route.peek()
  if (isOpen && isPhone()) navigate(pathOf.objective(teamId, id))
  else if (isOpen) replacePath(pathOf.objective(teamId, id))
  else if (current.page === "team" && current.entity?.id === id) replacePath(pathOf.team(teamId))
}
