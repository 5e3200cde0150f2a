import { effect, type Signal, signal } from "@preact/signals"
import { who } from "./Session.ts"
import { keep, kept } from "./TabStorage.ts"

export interface Entered {
  readonly text: string
  /** Why it was not added; empty when that is no longer known, undefined while it is on its way. */
  readonly words: string | undefined
}

/** What somebody types to be added somewhere, and what they entered that is not added yet. */
export interface Unsent {
  readonly typed: string
  readonly entered: ReadonlyArray<Entered>
}

const places = new Map<string, Signal<Unsent>>()

/** By lines, as what is added is a text of one line: what is typed, then what was entered. */
const read = (name: string): Unsent => {
  const [typed = "", ...entered] = (kept(name) ?? "").split("\n")
  return { typed, entered: entered.map((text) => ({ text, words: "" })) }
}

/**
 * Of the user who is signed in; it outlives a reload and the end of their session. `place` tells what is added, and to
 * what.
 */
export const unsentOf = (place: string): Signal<Unsent> => {
  const name = `strategy.adding.${who.peek()?.userId}.${place}`
  const known = places.get(name)
  if (known !== undefined) return known
  const unsent = signal(read(name))
  places.set(name, unsent)
  effect(() => {
    const { typed, entered } = unsent.value
    const text = [typed, ...entered.map((one) => one.text)].join("\n")
    keep(name, text === "" ? undefined : text)
  })
  return unsent
}

/** Whether closing the page would lose something. */
export const hasUnsent = (): boolean =>
  [...places.values()].some((unsent) => unsent.peek().typed !== "" || unsent.peek().entered.length > 0)
