import type { Objective, Team } from "../domain/state/State.ts"
import type { DeckInput } from "./Input.ts"

/**
 * The messages to a worker for one deck: objectives, a few at a time, so that copying a large team never blocks the event
 * loop, and at last the input, whose teams come without objectives.
 */
export type WorkerMessage =
  | { readonly of: "team" | "before"; readonly objectives: ReadonlyArray<Objective> }
  | { readonly input: DeckInput }

/** A finished deck from a worker. */
export interface FinishedDeck {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in base64url. */
  readonly digest: string
}

/** The answer of a worker; `failure` is the error with its stack. */
export type Reply = FinishedDeck | { readonly failure: string }

/** Objectives in a message. The largest possible objective takes milliseconds to copy. */
const objectivesAtOnce = 4

const parts = (of: "team" | "before", team: Team | null): ReadonlyArray<WorkerMessage> => {
  const objectives = team?.objectives ?? []
  return Array.from({ length: Math.ceil(objectives.length / objectivesAtOnce) }, (_, part) => ({
    of,
    objectives: objectives.slice(part * objectivesAtOnce, (part + 1) * objectivesAtOnce)
  }))
}

const bare = (team: Team): Team => ({ ...team, objectives: [] })

export interface WorkerMessages {
  readonly parts: ReadonlyArray<WorkerMessage>
  /** To be sent after all parts. */
  readonly last: WorkerMessage
}

export const messagesOf = (input: DeckInput): WorkerMessages => {
  const { team, before } = input
  return {
    parts: [...parts("team", team), ...parts("before", before)],
    last: { input: { ...input, team: bare(team), before: before === null ? null : bare(before) } }
  }
}

/** Assembles inputs from messages; gives undefined until the last message of an input. */
export const assembly = (): ((message: WorkerMessage) => DeckInput | undefined) => {
  const objectives: Record<"team" | "before", Array<Objective>> = { team: [], before: [] }
  return (message) => {
    if ("of" in message) {
      objectives[message.of].push(...message.objectives)
      return undefined
    }
    const { team, before } = message.input
    return {
      ...message.input,
      team: { ...team, objectives: objectives.team.splice(0) },
      before: before === null ? null : { ...before, objectives: objectives.before.splice(0) }
    }
  }
}
