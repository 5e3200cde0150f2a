import { useEffect } from "preact/hooks"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { Icon } from "../../parts/Icon.tsx"
import { NotFound } from "../../parts/NotFound.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { type AddressedEntity, pathOf, replacePath } from "../../session/Route.ts"
import { timeAgo } from "../../texts/Formats.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as gone from "./GoneTexts.ts"

/** The latest event of something that is not there; null when it never was, undefined while that is not known. */
interface Latest {
  readonly entry: HistoryEntry | null | undefined
  readonly hasFailed: boolean
}

const useLatest = (id: string): Latest => {
  const { api } = useWorkspace()
  const latest = useSignal<Latest>({ entry: undefined, hasFailed: false })
  useEffect(() => {
    let isWanted = true
    void api.entityHistory(id, 1).then((answer) => {
      if (isWanted) latest.value = { entry: answer.ok ? (answer.value[0] ?? null) : undefined, hasFailed: !answer.ok }
    })
    return () => {
      isWanted = false
    }
  }, [id])
  return latest.value
}

const whatHappened = ({ entry, hasFailed }: Latest): string => {
  if (hasFailed) return gone.unreachable
  if (entry === undefined) return gone.searching
  if (entry === null) return gone.unknown
  const isTold = /^(delete|restore)_/.test(entry.eventType)
  return isTold ? gone.happened(entry.actorName, entry.description, timeAgo(entry.timestamp)) : gone.missing
}

interface EntityProps {
  readonly teamId: string
  readonly entity: AddressedEntity
}

/** Says above a team's board what became of the objective or principle that the address names. */
const GoneEntity = ({ teamId, entity: { type, id } }: EntityProps) => {
  const { panels, teams } = useWorkspace()
  const latest = useLatest(id)
  const team = teams.of(teamId).body.value?.name
  const other = latest.entry?.teamId
  const isElsewhere = other != null && other !== teamId
  return (
    <section class="notice gone">
      <p role="status">
        <strong>{isElsewhere ? gone.isIn : whatHappened(latest)}</strong>{" "}
        {isElsewhere ? (
          <a href={type === "objective" ? pathOf.objective(other, id) : pathOf.principle(other, id)}>{gone.openIt}</a>
        ) : (
          latest.entry != null && (
            <>
              {gone.wasIn} <a href={pathOf.team(teamId)}>{team}</a>.
            </>
          )
        )}
      </p>
      {latest.entry != null && !isElsewhere && (
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

/** Shown in place of a team that is not there. */
const GoneTeam = ({ teamId }: { readonly teamId: string }) => <NotFound>{whatHappened(useLatest(teamId))}</NotFound>

interface Props {
  readonly teamId: string
  /** Undefined where the team itself is not there. */
  readonly entity: AddressedEntity | undefined
}

export const Gone = ({ teamId, entity }: Props) =>
  entity === undefined ? <GoneTeam teamId={teamId} /> : <GoneEntity key={entity.id} teamId={teamId} entity={entity} />
