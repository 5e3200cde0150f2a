import { effect, type Signal, signal } from "@preact/signals"
import type { Lifetime } from "./Lifetime.ts"
import type { KeptTexts } from "./PageStorage.ts"

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

export interface UnsentTexts {
  /** `place` tells what is added, and to what. It outlives a reload and the end of the session. */
  readonly of: (place: string) => Signal<Unsent>
  /** Whether closing the page would lose something. */
  readonly hasAny: () => boolean
}

/** By lines, as what is added is a text of one line: what is typed, then what was entered. */
const read = (text: string): Unsent => {
  const [typed = "", ...entered] = text.split("\n")
  return { typed, entered: entered.map((text) => ({ text, words: "" })) }
}

export const makeUnsent = (userId: string, kept: KeptTexts, { onEnd }: Lifetime): UnsentTexts => {
  const places = new Map<string, Signal<Unsent>>()
  return {
    of: (place) => {
      const known = places.get(place)
      if (known !== undefined) return known
      const name = `strategy.adding.${userId}.${place}`
      const unsent = signal(read(kept.get(name) ?? ""))
      places.set(place, unsent)
      onEnd(
        effect(() => {
          const { typed, entered } = unsent.value
          const text = [typed, ...entered.map((one) => one.text)].join("\n")
          kept.put(name, text === "" ? undefined : text)
        })
      )
      return unsent
    },
    hasAny: () => [...places.values()].some((unsent) => unsent.peek().typed !== "" || unsent.peek().entered.length > 0)
  }
}
