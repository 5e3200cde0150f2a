import type { EventData, EventType } from "../../../src/domain/Event.ts"

export interface SampleEvent<Id> {
  readonly eventType: EventType
  readonly targetId: Id | null
  readonly data: EventData
}

/** The ids and dates that the events need. */
interface EventInputs<Id> {
  readonly newId: () => Id
  /** The date `days` days from today, `YYYY-MM-DD`. */
  readonly day: (days: number) => string
}

/**
 * A team as `onboarding.json` has it: the events that create it. A label such as `@measure 2` stands for an id, `@name` for
 * the team's name, and a due date is a number of days from today.
 */
export interface SampleTeam {
  readonly name: string
  readonly events: ReadonlyArray<unknown>
}

/** The events that create a team under new ids, in order. */
export const teamEvents = <Id extends string>(team: SampleTeam, name: string, { newId, day }: EventInputs<Id>) => {
  const labels = new Map<unknown, string>([["@name", name]])
  const events: [SampleEvent<Id>, ...Array<SampleEvent<Id>>] = JSON.parse(JSON.stringify(team.events), (key, value) => {
    if (key === "dueDate" && value !== null) return day(value)
    if (!/^@/.test(value)) return value
    if (!labels.has(value)) labels.set(value, newId())
    return labels.get(value)
  })
  return { teamId: labels.get("@team") as Id, events }
}
