import type { Objective, Team } from "../domain/state/State.ts"
import { type AnyInput, isCompany, type TeamInput } from "./Input.ts"
import { type ReducedTeam, reducedPast, reducedTeam } from "./Reduction.ts"

/** The objectives of a team, as it is or as it was before; `index` is that of the team in the deck. */
interface ObjectivesPart {
  readonly index: number
  readonly of: "team" | "before"
  readonly objectives: ReadonlyArray<Objective>
}

/**
 * The messages to a worker for one deck: objectives, a few at a time, so that copying a large team never blocks the event
 * loop, and at last the input, whose teams come without objectives.
 */
export type WorkerMessage = { readonly parts: ReadonlyArray<ObjectivesPart> } | { readonly input: AnyInput }

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

/** Check-ins, initiatives and objectives in a message, which take about a millisecond to copy; more if one objective has more. */
const maxWeight = 60

const weightOf = ({ initiatives, progress }: Objective): number =>
  progress.reduce((sum, { checkIns }) => sum + 1 + checkIns.length, 1 + initiatives.length)

interface Source extends ReducedTeam {
  readonly index: number
  readonly of: ObjectivesPart["of"]
}

function* sourcesOf(input: AnyInput): Generator<Source> {
  for (const [index, { team, before }] of (isCompany(input) ? input.teams : [input]).entries()) {
    yield { index, of: "team", ...reducedTeam(team, input, isCompany(input)) }
    if (before !== null) yield { index, of: "before", ...reducedPast(before, input) }
  }
}

/** What a worker gets of an input, reduced to what its deck shows: first the objectives of all teams, then the rest. */
export function* messagesOf(input: AnyInput): Generator<WorkerMessage> {
  const teams: Record<ObjectivesPart["of"], Array<Team>> = { team: [], before: [] }
  let parts: Array<ObjectivesPart & { readonly objectives: Array<Objective> }> = []
  let left = maxWeight
  for (const { index, of, team, objectives } of sourcesOf(input)) {
    teams[of][index] = team
    for (const objective of objectives) {
      left -= weightOf(objective)
      if (left < 0 && parts.length > 0) {
        yield { parts }
        parts = []
        left = maxWeight - weightOf(objective)
      }
      const last = parts.at(-1)
      if (last?.index === index && last.of === of) last.objectives.push(objective)
      else parts.push({ index, of, objectives: [objective] })
    }
  }
  if (parts.length > 0) yield { parts }
  const bare = <A extends TeamInput>(each: A, index: number): A => ({
    ...each,
    team: teams.team[index] ?? each.team,
    before: teams.before[index] ?? null
  })
  yield { input: isCompany(input) ? { ...input, teams: input.teams.map(bare) } : bare(input, 0) }
}

/** Assembles inputs from messages; gives undefined until the last message of an input. */
export const assembly = (): ((message: WorkerMessage) => AnyInput | undefined) => {
  let received = new Map<string, Array<Objective>>()
  const withObjectives = (team: Team, index: number, of: ObjectivesPart["of"]): Team => ({
    ...team,
    objectives: received.get(`${of} ${index}`) ?? []
  })
  const whole = <A extends TeamInput>(input: A, index: number): A => ({
    ...input,
    team: withObjectives(input.team, index, "team"),
    before: input.before === null ? null : withObjectives(input.before, index, "before")
  })
  return (message) => {
    if ("parts" in message) {
      for (const { index, of, objectives } of message.parts) {
        const key = `${of} ${index}`
        const known = received.get(key)
        if (known === undefined) received.set(key, [...objectives])
        else known.push(...objectives)
      }
      return undefined
    }
    const { input } = message
    const assembled = isCompany(input) ? { ...input, teams: input.teams.map(whole) } : whole(input, 0)
    received = new Map()
    return assembled
  }
}
