import { hash } from "node:crypto"
import { HashMap } from "effect"
import { evolve } from "../../src/domain/Evolve.ts"
import { ownFactIn } from "../../src/domain/Fact.ts"
import { empty, type State } from "../../src/domain/state/State.ts"
import { toParts } from "../../src/domain/state/StateCodec.ts"
import { historyEntry, teamOfEvent } from "../../src/domain/views/History.ts"
import { restorePreview } from "../../src/domain/views/RestorePreview.ts"
import { objectivesView, principlesView, teamList } from "../../src/domain/views/Views.ts"
import { oldRejection } from "../../src/log/maintenance/OldRejections.ts"
import { type ChainedEvent, hashEvent, initialHash } from "../../src/log/store/EventHash.ts"
import { type Past, withEffect } from "../domain/Earlier.ts"

/** What entities and their versions have since version 2. */
const newer: ReadonlySet<string> = new Set([
  ...["statusNote", "owner", "startDate", "parentId", "parent"],
  ...["initialValue", "date"]
])

/** Leaves out what version 1 did not have, so that its logs can be compared with what they gave then. */
const withoutNewer = (name: string, value: unknown): unknown => (newer.has(name) ? undefined : value)

type Replacer = typeof withoutNewer

const digest = (value: unknown, replacer?: Replacer): string =>
  hash("sha256", JSON.stringify(value, replacer), "base64url")

/** The state and what is derived from it are summarised once in this many events. */
const lookEvery = 25

const viewsOf = (state: State) => [
  teamList(state),
  ...[...HashMap.values(state.teams)]
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .map((team) => [principlesView(team), objectivesView(team)])
]

/** Digests of what is derived from a log, separate ones so that a difference shows where it is. */
export interface LogSummary {
  readonly events: number
  /** The last hash of the chain, computed from the events' contents. */
  readonly eventHash: string
  readonly states: ReadonlyArray<string>
  readonly views: string
  readonly histories: string
  readonly previews: string
}

/** The hash that the state had before it kept what was removed: that text comes after all that was there before. */
const firstHash = (state: State, replacer?: Replacer): string => {
  const { sequenceNumber, teams, entities } = toParts(state)
  const texts = replacer === undefined ? teams : teams.map((text) => JSON.stringify(JSON.parse(text), replacer))
  const text = [sequenceNumber, `3 ${teams.length} ${entities.length}`, ...texts, ...entities].join("\n")
  return hash("sha256", text, "base64url")
}

export const summarize = (log: ReadonlyArray<ChainedEvent>): LogSummary => {
  const earlier = new Map([[0, empty]])
  const past: Past = (sequenceNumber) => earlier.get(sequenceNumber)
  const [states, views, histories, previews]: [Array<string>, Array<unknown>, Array<unknown>, Array<unknown>] = [
    [],
    [],
    [],
    []
  ]
  // Events of version 1 have sentences.
  const replacer = log.some(({ description }) => description !== "") ? withoutNewer : undefined
  let [state, eventHash] = [empty, initialHash]
  for (const event of log) {
    eventHash = hashEvent(eventHash, event)
    const evolved = evolve(state, withEffect(state, event, past))
    state = evolved.state
    earlier.set(state.sequenceNumber, state)
    const own = ownFactIn(evolved.effects.touched)
    const said = event.status === "rejected" ? { ...event, rejection: oldRejection(event) } : event
    for (const touched of [null, ...evolved.effects.touched]) {
      // What people are called now does not come from the log.
      const { actorDisplayName: _, ...entry } = historyEntry(said, { touched, own, teamId: teamOfEvent(event, state) })
      histories.push([touched?.entityId, entry])
    }
    if (event.sequenceNumber % lookEvery !== 0) continue
    states.push(firstHash(state, replacer))
    views.push(viewsOf(state))
    const back = event.sequenceNumber - lookEvery
    previews.push(restorePreview(state, { sequenceNumber: back }, past(back) ?? empty))
  }
  return {
    events: log.length,
    eventHash,
    states,
    views: digest(views, replacer),
    histories: digest(histories),
    previews: digest(previews)
  }
}
