import * as Iterable from "effect/Iterable"
import type { Objective, Team } from "../domain/state/State.ts"
import { maxTeams } from "./facts/WeekFacts.ts"
import { type AnyInput, isCompany, type TeamInput } from "./Input.ts"
import { reducedPast, reducedTeam } from "./Reduction.ts"

/**
 * The messages to a worker for one deck: the objectives of all teams, a few at a time, so that copying a large team never
 * blocks the event loop; then the input, whose teams come without objectives, and the number of objectives of each team.
 */
export type WorkerMessage =
  | { readonly objectives: ReadonlyArray<Objective> }
  | { readonly input: AnyInput; readonly counts: ReadonlyArray<number> }

/** A file and the number of its slides. */
export interface MadeDeck {
  readonly bytes: Uint8Array
  readonly slides: number
}

/** A finished deck from a worker. */
export interface FinishedDeck extends MadeDeck {
  /** SHA-256 of the bytes, in base64url. */
  readonly digest: string
}

/** The answer of a worker; `failure` is the error with its stack. */
export type Reply = FinishedDeck | { readonly failure: string }

/** Objectives of a message: a millisecond or two to copy, whatever each has. */
const perMessage = 3

/** Replaces the teams of an input in a fixed order, each as it is and then as it was before. */
const withTeams = (input: AnyInput, replace: (team: Team, of: "team" | "before") => Team): AnyInput => {
  const replaced = <A extends TeamInput>(each: A): A => ({
    ...each,
    team: replace(each.team, "team"),
    before: each.before === null ? null : replace(each.before, "before")
  })
  return isCompany(input) ? { ...input, teams: input.teams.map(replaced) } : replaced(input)
}

/** What a worker gets of an input, reduced to what its deck shows. */
export function* messagesOf(input: AnyInput): Generator<WorkerMessage> {
  const all: Array<Iterable<Objective>> = []
  const counts: Array<number> = []
  const hasWeeks = isCompany(input) && input.teams.length <= maxTeams
  const bare = withTeams(input, (whole, of) => {
    const { team, objectives } =
      of === "team" ? reducedTeam(whole, input, isCompany(input), hasWeeks) : reducedPast(whole, input)
    all.push(objectives)
    counts.push(whole.objectives.length)
    return team
  })
  for (const objectives of Iterable.chunksOf(Iterable.flatten(all), perMessage)) yield { objectives }
  yield { input: bare, counts }
}

/** Assembles inputs from messages; gives undefined until the last message of an input. */
export const assembly = (): ((message: WorkerMessage) => AnyInput | undefined) => {
  let received: Array<Objective> = []
  return (message) => {
    if ("objectives" in message) {
      received.push(...message.objectives)
      return undefined
    }
    const [objectives, counts] = [received, [...message.counts]]
    received = []
    return withTeams(message.input, (team) => ({ ...team, objectives: objectives.splice(0, counts.shift()) }))
  }
}
