import { type Signal, signal } from "@preact/signals"
import { initialsAmong, initialsOf } from "../texts/values/Initials.ts"

/** The initials of everybody whom the page has shown; of several with the same two letters each has three. */
export interface ShownInitials {
  readonly remember: (name: string) => void
  /** Reads a signal: for use while rendering. */
  readonly of: (name: string) => string
}

/** To be used as a feature's state. */
export const makeShownInitials = (): ShownInitials => {
  const known = new Map<string, Signal<ReadonlyArray<string>>>()
  /** The names with the same two letters. */
  const alike = (name: string): Signal<ReadonlyArray<string>> => {
    const key = initialsOf(name)
    const names = known.get(key) ?? signal([])
    known.set(key, names)
    return names
  }
  return {
    remember: (name) => {
      const names = alike(name)
      if (!names.peek().includes(name)) names.value = [...names.peek(), name]
    },
    of: (name) => initialsAmong(alike(name).value).get(name) ?? initialsOf(name)
  }
}
