import { Data, Duration, Effect, Schedule, Stream } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { ObjectivesBody, PrinciplesBody, TeamBody } from "../domain/views/Views.ts"
import { type TeamViews, withTeamChange } from "../shared/TeamChange.ts"
import type { Change } from "./Changes.ts"
import type { DerivedClient } from "./DerivedClient.ts"
import { isTransient } from "./Transient.ts"

/** A team with its principles and objectives, each by position, as they are at one log position. */
export interface TeamView
  extends TeamViews<TeamBody, PrinciplesBody["principles"][number], ObjectivesBody["objectives"][number]> {
  /** Send it as `lastSeenSequence` with an edit. */
  readonly sequenceNumber: number
}

/** The two views of a team are of different log positions, or the server that answered is behind the one that announced a change. */
class Behind extends Data.TaggedError("Behind") {}

/** Waits between attempts, for as long as it takes. */
const untilCurrent = Schedule.jittered(
  Schedule.min([Schedule.exponential(Duration.millis(100)), Schedule.spaced(Duration.seconds(15))])
)

/** A team at the log position `atLeast` or later. Fails with `NotFound` if there is none. */
export const team = (api: DerivedClient, teamId: EntityId, atLeast = 0) => {
  const request = { params: { teamId } }
  return Effect.all([api.strategy.principles(request), api.strategy.objectives(request)], { concurrency: 2 }).pipe(
    Effect.flatMap(([{ principles, sequenceNumber }, { team, objectives, sequenceNumber: other }]) =>
      sequenceNumber === other && other >= atLeast
        ? Effect.succeed<TeamView>({ team, principles, objectives, sequenceNumber })
        : Effect.fail(new Behind())
    ),
    Effect.catchTag("NotModified", Effect.die),
    Effect.retry({ schedule: untilCurrent, while: (error) => error._tag === "Behind" || isTransient(error) }),
    Effect.catchTag("Behind", Effect.die)
  )
}

/** The views after a change; undefined if they have to be fetched. */
const changed = (before: TeamView, { notification }: Extract<Change, { readonly _tag: "Changed" }>) => {
  const { sequenceNumber, views } = notification
  if (views?.id !== before.team.id || views.from !== before.sequenceNumber) return undefined
  return { ...withTeamChange(before, views), sequenceNumber }
}

/** The team now, and after each change of it. `changes` have the changes of views. */
export const liveTeam = <E>(api: DerivedClient, teamId: EntityId, changes: Stream.Stream<Change, E>) =>
  Stream.mapAccumEffect(
    changes,
    (): TeamView | undefined => undefined,
    Effect.fnUntraced(function* (before, change) {
      if (before !== undefined && change._tag === "Changed") {
        const { teamIds, sequenceNumber } = change.notification
        const isKnown = sequenceNumber <= before.sequenceNumber
        if (isKnown || !teamIds.includes(teamId)) return [before, []] as const
        const after = changed(before, change) ?? (yield* team(api, teamId, sequenceNumber))
        return [after, [after]] as const
      }
      const now = yield* team(api, teamId)
      return [now, [now]] as const
    })
  )
