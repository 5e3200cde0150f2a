import { useComputed } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { StatusShape, statusText } from "../../parts/Status.tsx"
import { pathOf } from "../../session/Route.ts"
import { formatNumber, formatTimestamp, timeAgo } from "../../texts/Formats.ts"
import type { LiveList } from "../../workspace/LiveList.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { latestOf, TeamNotices } from "./TeamNotices.tsx"
import { type TeamSummary, teamSummary } from "./TeamSummary.ts"
import { texts } from "./Texts.ts"

const itemsOf = <A extends object>({ ids, byId }: LiveList<A>): ReadonlyArray<A> =>
  ids.peek().flatMap((id) => byId.get(id)?.peek() ?? [])

const Summary = ({ principles, objectives, statuses, last }: TeamSummary) => (
  <>
    <p class="counts">
      {principles + objectives === 0 ? (
        <span class="quiet">{texts.teams.nothing}</span>
      ) : (
        <>
          <span>{texts.teams.principles(principles)}</span> <span>{texts.teams.objectives(objectives)}</span>
        </>
      )}
    </p>
    {statuses.length > 0 && (
      <ul class="status-counts" aria-label={texts.teams.statuses}>
        {statuses.map(([status, count]) => (
          <li key={status} class={status} title={statusText(status)}>
            <StatusShape status={status} /> {formatNumber(count)} <span class="hidden">{statusText(status)}</span>
          </li>
        ))}
      </ul>
    )}
    {last !== undefined && (
      <p class="last quiet" title={formatTimestamp(last.updatedAt)}>
        {texts.teams.last(timeAgo(last.updatedAt), last.updatedBy)}
      </p>
    )}
  </>
)

interface Props {
  readonly listed: TeamBody
  /** Whether its dialog is open, which shows the notices of its edits. */
  readonly isEdited: boolean
  readonly onEdit: (team: TeamBody) => void
  readonly onDelete: (team: TeamBody) => void
}

/** One team. Its summary is loaded when the row becomes visible. */
export const TeamRow = ({ listed, isEdited, onEdit, onDelete }: Props) => {
  const { flashes, session, stream, teams } = useWorkspace()
  const row = useRef<HTMLLIElement>(null)
  const team = latestOf(teams, listed)
  const loaded = teams.of(listed.id)
  const flash = flashes.of(listed.id).value
  const summary = useComputed(() => {
    const { body, sequenceNumber, principles, objectives } = loaded
    // Depends on the log position, which changes with anything in the team, instead of on hundreds of signals.
    if (body.value === undefined || sequenceNumber.value === undefined) return undefined
    return teamSummary({ principles: itemsOf(principles), objectives: itemsOf(objectives) })
  }).value
  const isLive = stream.connection.value === "live"
  // Observes again when the connection is back, so that rows that could not be loaded are loaded now.
  useEffect(() => {
    const watch = new IntersectionObserver((entries) =>
      entries.at(-1)?.isIntersecting === true ? teams.queueLoad(listed.id) : teams.cancelLoad(listed.id)
    )
    if (row.current !== null) watch.observe(row.current)
    return () => {
      watch.disconnect()
      teams.cancelLoad(listed.id)
    }
  }, [listed.id, isLive])
  const hasFailed = loaded.failure.value !== undefined && summary === undefined
  return (
    <li ref={row} class="team-row" style={{ "--color": team.color }}>
      <h2 class={flash?.kind?.startsWith("team.") === true ? "flash" : ""}>
        <a href={pathOf.team(team.id)}>{team.name}</a>
      </h2>
      {summary !== undefined && <Summary {...summary} />}
      {summary === undefined && !hasFailed && <p class="skeleton" aria-hidden="true" />}
      {hasFailed && (
        <p class="counts trouble">
          {texts.teams.notLoaded}{" "}
          <button type="button" class="small" onClick={() => teams.queueLoad(listed.id)}>
            {texts.common.retry}
          </button>
        </p>
      )}
      {session.isAdmin.value && (
        <Menu
          label={texts.teams.actions(team.name)}
          items={[
            { label: texts.teams.edit, onSelect: () => onEdit(listed) },
            { label: texts.teams.delete, icon: "trash", danger: true, onSelect: () => onDelete(listed) }
          ]}
        >
          <Icon name="dots" />
        </Menu>
      )}
      {!isEdited && <TeamNotices team={team} />}
    </li>
  )
}
