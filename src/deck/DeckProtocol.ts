import type { Objective, Team } from "../domain/state/State.ts"
import { type AnyInput, isCompany, type TeamInput } from "./Input.ts"

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

const teamsOf = (input: AnyInput): ReadonlyArray<TeamInput> => (isCompany(input) ? input.teams : [input])

const sources = (input: AnyInput): ReadonlyArray<ObjectivesPart> =>
  teamsOf(input).flatMap(({ team, before }, index) => [
    { index, of: "team", objectives: team.objectives },
    ...(before === null ? [] : [{ index, of: "before", objectives: before.objectives } as const])
  ])

/** The objectives of all teams in messages of bounded weight. */
const objectiveMessages = (input: AnyInput): ReadonlyArray<WorkerMessage> => {
  const messages: Array<{ readonly parts: Array<ObjectivesPart> }> = []
  let left = 0
  for (const { objectives, ...source } of sources(input)) {
    let begin = 0
    for (const [end, objective] of objectives.entries()) {
      const weight = weightOf(objective)
      if (weight > left) {
        if (end > begin) messages.at(-1)?.parts.push({ ...source, objectives: objectives.slice(begin, end) })
        messages.push({ parts: [] })
        begin = end
        left = maxWeight
      }
      left -= weight
    }
    if (objectives.length > begin) messages.at(-1)?.parts.push({ ...source, objectives: objectives.slice(begin) })
  }
  return messages
}

const bare = (team: Team): Team => ({ ...team, objectives: [] })

const bareInput = (input: TeamInput): TeamInput => ({
  ...input,
  team: bare(input.team),
  before: input.before === null ? null : bare(input.before)
})

export interface WorkerMessages {
  readonly parts: ReadonlyArray<WorkerMessage>
  /** To be sent after all parts. */
  readonly last: WorkerMessage
}

export const messagesOf = (input: AnyInput): WorkerMessages => ({
  parts: objectiveMessages(input),
  last: {
    input: isCompany(input) ? { ...input, teams: input.teams.map(bareInput) } : { ...input, ...bareInput(input) }
  }
})

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
