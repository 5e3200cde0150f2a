import { Result } from "effect"
import type { EventData, Submission } from "../domain/Event.ts"
import { EntityId, type UserId } from "../domain/entities/Ids.ts"
import { dateOfDay, dayOf, mondayOf } from "../shared/Days.ts"
import { name, onboardingEvents } from "./Onboarding.ts"
import { eventsOf, type PlannedEvent } from "./TeamPlan.ts"
import { company } from "./teams/CompanyTeam.ts"
import { mobileApp } from "./teams/MobileApp.ts"
import { payments } from "./teams/Payments.ts"

/** How many weeks the history spans, up to the end of the last one. */
export const weeks = 12

/** The name under which all of it happened. */
const actorName = "sample"

const timeOf = ({ week, day, minute }: PlannedEvent): number => (week * 7 + day) * 1440 + minute

/** The events of all teams in the order of time; those of the same minute keep their order. */
const planned: Result.Result<ReadonlyArray<PlannedEvent>, unknown> = Result.map(onboardingEvents, (onboarding) =>
  [...onboarding, ...eventsOf(company), ...eventsOf(payments), ...eventsOf(mobileApp)].sort(
    (one, other) => timeOf(one) - timeOf(other)
  )
)

interface SampleInputs {
  /** Today, `YYYY-MM-DD`. The last event is at least two days earlier. */
  readonly today: string
  readonly newId: () => string
  readonly actorId: UserId
  /** The latest sequence number before the sample. */
  readonly head: number
}

interface Sample {
  /** The id of the first team. */
  readonly teamId: EntityId
  readonly submissions: ReadonlyArray<Submission>
}

/** Events of one minute are this far apart, and all within it. */
const secondsApart = 2

/** Fails only if the file of the first team is none of events. */
export const sampleHistory = ({ today, newId, actorId, head }: SampleInputs): Result.Result<Sample, unknown> => {
  const firstDay = mondayOf(dayOf(today)) - 7 * weeks
  const labels = new Map<string, string>([["@name", name]])
  const idOf = (label: string): string => {
    const known = labels.get(label) ?? newId()
    labels.set(label, known)
    return known
  }
  const numberOf = (key: string, value: number, sequenceNumber: number, day: string): EventData[string] => {
    if (/^(start|due)Date$/.test(key)) return dateOfDay(dayOf(today) + value)
    if (key === "date") return dateOfDay(dayOf(day) + value)
    return /^(sequenceNumber|retract)$/.test(key) ? sequenceNumber + value : value
  }
  const valueOf = (key: string, value: EventData[string], sequenceNumber: number, day: string): EventData[string] => {
    if (typeof value === "number") return numberOf(key, value, sequenceNumber, day)
    return typeof value === "string" && value.startsWith("@") ? idOf(value) : (value ?? null)
  }
  let [minute, inMinute] = [-1, 0]
  const submissionOf = (event: PlannedEvent, index: number): Submission => {
    const sequenceNumber = head + index + 1
    inMinute = event.minute === minute ? inMinute + 1 : 0
    minute = event.minute
    const timestamp = timestampOf(firstDay, event, inMinute)
    const day = timestamp.slice(0, 10)
    const data = Object.entries(event.data).map(
      ([key, value]) => [key, valueOf(key, value, sequenceNumber, day)] as const
    )
    const id = newId()
    return {
      submissionId: id,
      freshId: EntityId.make(id),
      timestamp,
      today: day,
      ...{ actorId, actorName, eventType: event.eventType, lastSeenSequence: null },
      targetId: event.target === null ? null : EntityId.make(idOf(event.target)),
      data: Object.fromEntries(data)
    }
  }
  return Result.map(planned, (events) => {
    const submissions = events.map(submissionOf)
    return { teamId: EntityId.make(idOf("@team")), submissions }
  })
}

const two = (value: number): string => String(value).padStart(2, "0")

const timestampOf = (firstDay: number, { week, day, minute }: PlannedEvent, inMinute: number): string => {
  const seconds = Math.min(59, inMinute * secondsApart)
  const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(seconds)}.000Z`
  return `${dateOfDay(firstDay + 7 * week + day)}T${time}`
}
