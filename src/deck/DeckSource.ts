import { Effect, Option, type Scope } from "effect"
import { CompanyName } from "../accounts/CompanyName.ts"
import { AccountLog } from "../accounts/log/AccountLog.ts"
import { DisplayNames } from "../accounts/users/DisplayNames.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { findTeam, type State, type Team } from "../domain/state/State.ts"
import { EarlierStates } from "../log/projection/EarlierStates.ts"
import { Projector } from "../log/projection/Projector.ts"
import { TimeTravel } from "../log/projection/TimeTravel.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { namedStamps } from "../log/store/ReferencedEvents.ts"
import { type Days, dateOfDay } from "../shared/Days.ts"
import { ServiceDays, todayIn } from "../time/ServiceDays.ts"
import { PageUrl } from "../url/ExternalUrl.ts"
import { type DeckRequest, isTeamRequest } from "./DeckRequest.ts"
import { faultOf, narrowed, type Subject, selectedIn, teamsIn } from "./DeckSubject.ts"
import { ParameterRejected, type TeamNotFound } from "./ExportError.ts"
import { daysBefore } from "./facts/DeckDates.ts"
import type { AnyInput, DeckContext, TeamInput } from "./Input.ts"
import { loggedFacts } from "./LoggedFacts.ts"
import { receiptKey } from "./Receipt.ts"
import { DeckTemplate } from "./templates/DeckTemplate.ts"

/** How many days before its own day a deck compares with if there is no `since`. */
const comparedDays = 30

interface DeckSource {
  /**
   * The teams as readers see them, dated today, or as they were at an earlier moment, dated by it. Earlier states are
   * read in the turns of `user`.
   */
  readonly locate: (
    request: DeckRequest,
    user: string
  ) => Effect.Effect<Subject, TeamNotFound | ParameterRejected | StorageError>
  /** The deck's input, with its past. It does not depend on events after the teams' last changes. */
  readonly gather: (subject: Subject, user: string) => Effect.Effect<AnyInput, StorageError>
}

/** The state that a deck compares with, right after an event. */
interface Past {
  readonly sequenceNumber: number
  /** Undefined where no team has changed since, or there was nothing yet. */
  readonly state: State | undefined
}

const teamThen = ({ sequenceNumber, state }: Past, team: Team): Team | null => {
  if (sequenceNumber >= team.touchedAt) return team
  return state === undefined ? null : Option.getOrNull(findTeam(state, team.id))
}

/** A team's part of an input, but for what only the log knows. */
const shownOf = (team: Team, past: Past, request: DeckRequest) => {
  const selected = selectedIn(team, request)
  const then = teamThen(past, team)
  return {
    team: narrowed(team, selected),
    before: then === null ? null : narrowed(then, selected),
    selection: selected === null ? null : { statuses: request.statuses, of: team.objectives.length }
  } satisfies Partial<TeamInput>
}

/** Finds the event right after which a deck shows the strategy, and the deck's day. */
const moments = ({ lastBefore, timestampOf }: TimeTravel["Service"], days: Days) =>
  Effect.fnUntraced(function* (at: DeckRequest["at"], head: number) {
    const today = yield* todayIn(days)
    const rejected = (reason: string) => new ParameterRejected({ parameter: "at", reason })
    if (at === null) return { event: head, date: today }
    if (typeof at === "number") {
      if (at > head) return yield* rejected(`is beyond the latest sequence number, ${head}.`)
      return { event: at, date: dateOfDay(days.of(yield* timestampOf(at))) }
    }
    if (at > today) return yield* rejected("is in the future.")
    const event = yield* lastBefore(daysBefore(at, -1), head)
    return event === 0 ? yield* rejected("is before the first event.") : { event, date: at }
  })

export const make: Effect.Effect<
  DeckSource,
  never,
  AccountLog | EarlierStates | EventStore | Projector | TimeTravel | Scope.Scope
> = Effect.gen(function* () {
  const store = yield* EventStore
  const stamps = yield* namedStamps
  const names = yield* DisplayNames
  const projector = yield* Projector
  const timeTravel = yield* TimeTravel
  const pageUrl = yield* PageUrl
  const template = (yield* DeckTemplate)?.digest ?? null
  const companyName = yield* CompanyName
  const days = yield* ServiceDays
  const { timeZone } = days
  const { unknownNameKey: databaseKey } = yield* AccountLog
  const { at: earlierAt } = yield* EarlierStates

  const momentOf = moments(timeTravel, days)

  const stateAt = Effect.fnUntraced(function* (sequenceNumber: number, user: string) {
    const state = yield* projector.state
    return state.sequenceNumber === sequenceNumber ? state : yield* earlierAt(sequenceNumber, user)
  })

  const locate: DeckSource["locate"] = Effect.fn("DeckSource.locate")(function* (request, user) {
    const latest = yield* projector.state
    const { event, date } = yield* momentOf(request.at, latest.sequenceNumber)
    const teams = yield* teamsIn(request.at === null ? latest : yield* stateAt(event, user), request)
    const since = request.sinceDeck ?? request.since ?? daysBefore(date, comparedDays)
    const named = request.notes ? names.digest() : ""
    const subject = { request, teams, timeZone, date, since, pageUrl, template, names: named }
    const fault = faultOf(subject, event)
    return fault === undefined ? subject : yield* fault
  })

  /** The event that a deck compares with, and its day; the empty log has the day of the first event. */
  const comparedWith = Effect.fnUntraced(function* ({ since }: Subject, upTo: number) {
    if (typeof since === "string") return { sequenceNumber: yield* timeTravel.lastBefore(since, upTo), day: since }
    const timestamp = yield* timeTravel.timestampOf(Math.max(1, since))
    return { sequenceNumber: Math.min(since, upTo), day: dateOfDay(days.of(timestamp)) }
  })

  const pastAt = Effect.fnUntraced(function* (sequenceNumber: number, upTo: number, user: string) {
    const isKnown = sequenceNumber === 0 || sequenceNumber >= upTo
    return { sequenceNumber, state: isKnown ? undefined : yield* stateAt(sequenceNumber, user) } satisfies Past
  })

  const receiptAt = Effect.fnUntraced(function* (event: number) {
    const [last] = yield* store.read(event - 1, 1)
    return last === undefined ? {} : { receipt: { event, logHash: last.hash, key: receiptKey(yield* databaseKey) } }
  })

  const gather: DeckSource["gather"] = Effect.fn("DeckSource.gather")(function* (subject, user) {
    const { request, teams, date } = subject
    const { detail, notes } = request
    const upTo = Math.max(0, ...teams.map(({ touchedAt }) => touchedAt))
    const { sequenceNumber, day: since } = yield* comparedWith(subject, upTo)
    const receipt = yield* receiptAt(upTo)
    const lastDeck = request.sinceDeck === null ? null : sequenceNumber
    const about = { sequenceNumber: upTo, timeZone, date, since, lastDeck, companyName, pageUrl }
    const context: DeckContext = { ...about, detail, notes, ...receipt }
    const past = yield* pastAt(sequenceNumber, upTo, user)
    const shown = teams.map((team) => shownOf(team, past, request))
    const now = shown.flatMap(({ team }) => team.objectives)
    const then = shown.flatMap(({ before }) => before?.objectives ?? [])
    // Looked up once for all teams, which share it.
    const logged = yield* loggedFacts({ store, stamps }, now, then, context)
    const inputs = shown.map((each): TeamInput => ({ ...each, ...logged }))
    const [only] = inputs
    return isTeamRequest(request) && only !== undefined ? { ...context, ...only } : { ...context, teams: inputs }
  })

  return { locate, gather }
})
