import { Clock, DateTime, Effect, HashMap, Semaphore } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { State } from "../domain/state/State.ts"
import { teamOverview } from "../domain/views/Overview.ts"
import { teamChanges, touchedTeams } from "../domain/views/OverviewChanges.ts"
import { sortedTeams } from "../domain/views/Views.ts"
import { EarlierStates } from "../log/projection/EarlierStates.ts"
import { Projector } from "../log/projection/Projector.ts"
import { dateOfDay } from "../shared/Days.ts"
import { ServiceDays } from "../time/ServiceDays.ts"
import { PageUrl } from "../url/ExternalUrl.ts"
import { digestBody } from "./DeliveryMessage.ts"
import { digestMessage } from "./Digest.ts"
import type { StoredWebhook } from "./WebhookStore.ts"

/** Makes the digest of a webhook's teams, from its position to the end of the log. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const { at } = yield* EarlierStates
  const pageUrl = yield* PageUrl
  const days = yield* ServiceDays
  // One earlier state at a time, which may be large.
  const reading = Semaphore.makeUnsafe(1)

  return Effect.fnUntraced(function* ({ format, teamIds }: StoredWebhook, since: number) {
    const now = yield* Clock.currentTimeMillis
    const timestamp = DateTime.formatIso(DateTime.makeUnsafe(now))
    const date = dateOfDay(days.at(now))
    const state = projector.stateNow()
    const isWanted = ({ id }: { readonly id: EntityId }) => teamIds === null || teamIds.includes(id)
    const ofWanted = (state: State): State => ({ ...state, teams: HashMap.filter(state.teams, isWanted) })
    const wanted = ofWanted(state)
    const changes = []
    for (const [then, team] of touchedTeams(ofWanted(yield* at(since, "digests")), wanted)) {
      yield* Effect.yieldNow
      changes.push(teamChanges(then, team) ?? [])
    }
    const teams = []
    for (const team of sortedTeams(HashMap.toValues(wanted.teams))) {
      yield* Effect.yieldNow
      teams.push({ name: team.name, objectives: teamOverview(team, date, days).objectives })
    }
    const message = digestMessage({ changes: changes.flat(), teams, date, days, pageUrl })
    return { body: digestBody(format, timestamp, message), sequenceNumber: state.sequenceNumber }
  }, reading.withPermits(1))
})

export type MakeDigest = Effect.Success<typeof make>
