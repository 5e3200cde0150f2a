import { effect, type Signal, signal } from "@preact/signals"
import type { Lifetime } from "./Lifetime.ts"
import type { TextStore } from "./PageStorage.ts"

export interface EnteredText {
  readonly text: string
  /** Why it was not added; empty when that is not known any more, undefined while it is being sent. */
  readonly reason: string | undefined
}

/** The state of an input that adds entities: the text being typed, and the texts entered that are not added yet. */
export interface UnsentInput {
  readonly typed: string
  readonly entered: ReadonlyArray<EnteredText>
}

export interface UnsentInputs {
  /** `place` names what is added to which parent. The state survives a reload and the end of the session. */
  readonly of: (place: string) => Signal<UnsentInput>
  /** Whether any input has text that is not added. */
  readonly hasAny: () => boolean
}

/** The stored form has a text per line: the one being typed, then those entered. */
const parse = (text: string): UnsentInput => {
  const [typed = "", ...entered] = text.split("\n")
  return { typed, entered: entered.map((text) => ({ text, reason: "" })) }
}

export const makeUnsentInputs = (userId: string, storage: TextStore, { onEnd }: Lifetime): UnsentInputs => {
  const places = new Map<string, Signal<UnsentInput>>()
  return {
    of: (place) => {
      const known = places.get(place)
      if (known !== undefined) return known
      const name = `strategy.adding.${userId}.${place}`
      const unsent = signal(parse(storage.get(name) ?? ""))
      places.set(place, unsent)
      onEnd(
        effect(() => {
          const { typed, entered } = unsent.value
          const text = [typed, ...entered.map((one) => one.text)].join("\n")
          storage.put(name, text === "" ? undefined : text)
        })
      )
      return unsent
    },
    hasAny: () => [...places.values()].some((unsent) => unsent.peek().typed !== "" || unsent.peek().entered.length > 0)
  }
}
