import type { Objective, Team } from "../domain/state/State.ts"
import type { DeckInput } from "./Input.ts"

/**
 * What a worker is sent for one deck: objectives, a few at a time, so that copying a large team never holds up the event
 * loop, and at last the input, whose teams have no objectives but these.
 */
export type Order =
  | { readonly of: "team" | "before"; readonly objectives: ReadonlyArray<Objective> }
  | { readonly input: DeckInput }

/** A finished deck, as a worker gives it. */
export interface Made {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in base64url. */
  readonly digest: string
}

/** What a worker answers; `failure` is what went wrong, with its story. */
export type Reply = Made | { readonly failure: string }

/** Enough for few messages; the largest objective there can be takes milliseconds to copy. */
const objectivesAtOnce = 4

const parts = (of: "team" | "before", team: Team | null): ReadonlyArray<Order> => {
  const objectives = team?.objectives ?? []
  return Array.from({ length: Math.ceil(objectives.length / objectivesAtOnce) }, (_, part) => ({
    of,
    objectives: objectives.slice(part * objectivesAtOnce, (part + 1) * objectivesAtOnce)
  }))
}

const bare = (team: Team): Team => ({ ...team, objectives: [] })

export interface Orders {
  readonly parts: ReadonlyArray<Order>
  /** To be sent when all parts are. */
  readonly last: Order
}

export const ordersOf = (input: DeckInput): Orders => {
  const { team, before } = input
  return {
    parts: [...parts("team", team), ...parts("before", before)],
    last: { input: { ...input, team: bare(team), before: before === null ? null : bare(before) } }
  }
}

/** Puts inputs together again: undefined until the last order of one has come. */
export const assembly = (): ((order: Order) => DeckInput | undefined) => {
  const objectives: Record<"team" | "before", Array<Objective>> = { team: [], before: [] }
  return (order) => {
    if ("of" in order) {
      objectives[order.of].push(...order.objectives)
      return undefined
    }
    const { team, before } = order.input
    return {
      ...order.input,
      team: { ...team, objectives: objectives.team.splice(0) },
      before: before === null ? null : { ...before, objectives: objectives.before.splice(0) }
    }
  }
}
