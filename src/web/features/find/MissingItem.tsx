import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Result } from "../../contract/Result.ts"
import { NotFound } from "../../parts/NotFound.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { type AddressedEntity, pathOf, replacePath } from "../../session/Route.ts"
import { actorText } from "../../texts/ActorText.ts"
import { timeAgo } from "../../texts/values/PageFormats.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as gone from "./MissingItemTexts.ts"

/** The history of something that is not there, with its latest event only; undefined while it is being fetched. */
type Latest = Result<ReadonlyArray<HistoryEntry>> | undefined

const useLatest = (id: string): Latest => {
  const { api } = useWorkspace()
  const latest = useSignal<Latest>(undefined)
  useEffect(() => {
    void api.entityHistory(id, 1).then((answer) => {
      latest.value = answer
    })
  }, [])
  return latest.value
}

const whatHappened = (latest: Latest): string => {
  if (latest === undefined) return gone.searching
  if (!latest.ok) return gone.unreachable
  const [entry] = latest.value
  if (entry === undefined) return gone.unknown
  const isTold = /^(delete|restore)_/.test(entry.eventType)
  return isTold ? gone.happened(actorText(entry), entry.description, timeAgo(entry.timestamp)) : gone.missing
}

interface Props {
  readonly teamId: string
  /** Undefined where the team itself is not there. */
  readonly entity: AddressedEntity | undefined
}

const MissingItemNotice = ({ teamId, entity }: Props) => {
  const { panels, teams } = useWorkspace()
  const latest = useLatest(entity?.id ?? teamId)
  if (entity === undefined) return <NotFound>{whatHappened(latest)}</NotFound>
  const { type, id } = entity
  const team = teams.of(teamId).body.value?.name
  const [entry] = latest?.ok ? latest.value : []
  const other = entry?.teamId
  const isElsewhere = other != null && other !== teamId
  return (
    <section class="notice gone">
      <p role="status">
        <strong>{isElsewhere ? gone.isIn : whatHappened(latest)}</strong>{" "}
        {isElsewhere ? (
          <a href={type === "objective" ? pathOf.objective(other, id) : pathOf.principle(other, id)}>{gone.openIt}</a>
        ) : (
          entry && (
            <>
              {gone.wasIn} <a href={pathOf.team(teamId)}>{team}</a>.
            </>
          )
        )}
      </p>
      {entry && !isElsewhere && (
        <button
          type="button"
          class="small"
          onClick={() => panels.openHistory({ kind: "entity", teamId, entityId: id, title: "" })}
        >
          <Icon name="clock" /> {gone.itsHistory}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={gone.dismiss}
        onClick={() => replacePath(pathOf.team(teamId))}
      >
        <Icon name="cross" />
      </button>
    </section>
  )
}

/**
 * Says above a team's board what became of the objective or principle that the address names; in place of a team, what
 * became of it.
 */
export const MissingItem = (props: Props) => <MissingItemNotice key={props.entity?.id ?? props.teamId} {...props} />
