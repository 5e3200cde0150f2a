import { type ReadonlySignal, signal } from "@preact/signals"
import { now } from "../../texts/values/Clock.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** Where the log was when the user was here. */
interface Visit {
  readonly sequenceNumber: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The visit before this one, undefined for none, and how far this one has come. */
export interface Visits {
  readonly before: Visit | undefined
  readonly latest: Visit | undefined
}

/** Who comes back sooner is still here. */
const gapMs = 30 * 60_000

/** The visits after the user has seen the log at a position. */
export const seen = ({ before, latest }: Visits, visit: Visit): Visits => ({
  before: latest !== undefined && visit.at - latest.at > gapMs ? latest : before,
  latest: visit
})

const textOf = (visit: Visit | undefined): string => (visit === undefined ? "" : `${visit.sequenceNumber}@${visit.at}`)

const visitOf = (text = ""): Visit | undefined => {
  const [, sequenceNumber, at] = /^(\d{1,15})@(\d{1,15})$/.exec(text) ?? []
  return at === undefined ? undefined : { sequenceNumber: Number(sequenceNumber), at: Number(at) }
}

export const writeVisits = ({ before, latest }: Visits): string => `${textOf(before)} ${textOf(latest)}`

export const readVisits = (text: string | undefined): Visits => {
  const [before, latest] = text?.split(" ") ?? []
  return { before: visitOf(before), latest: visitOf(latest) }
}

export interface LastVisit {
  /** The visit before this one; undefined without one. */
  readonly before: ReadonlySignal<Visit | undefined>
  /** Records that the user sees the log at this position. */
  readonly see: (sequenceNumber: number) => void
}

/** When the user was on the home page before, kept in this browser. To be used as a feature's state. */
export const makeLastVisit = ({ storage, userId }: Workspace): LastVisit => {
  const key = `strategy.visits.${userId}`
  const before = signal(readVisits(storage.local.get(key)).before)
  return {
    before,
    see: (sequenceNumber) => {
      const visits = seen(readVisits(storage.local.get(key)), { sequenceNumber, at: Math.round(now()) })
      // In a log that was replaced the position means nothing.
      const isKnown = (visits.before?.sequenceNumber ?? 0) <= sequenceNumber
      storage.local.put(key, writeVisits(isKnown ? visits : { ...visits, before: undefined }))
      if (!isKnown) before.value = undefined
      else if (before.peek()?.at !== visits.before?.at) before.value = visits.before
    }
  }
}
