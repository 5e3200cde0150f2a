import type { TeamBody } from "../../../domain/views/Views.ts"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { StatusShape, statusText } from "../../parts/status/Status.tsx"
import { pathOf } from "../../session/Route.ts"
import { formatNumber, formatTimestamp, timeAgo } from "../../texts/values/PageFormats.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { latestOf, TeamNotices } from "./TeamNotices.tsx"
import type { TeamSummary } from "./TeamSummary.ts"
import * as texts from "./TeamTexts.ts"

interface SummaryProps {
  readonly summary: TeamSummary
}

const Summary = ({ summary: { principles, objectives, statuses, last } }: SummaryProps) => {
  const { called } = useFeatureState(makePeople)
  return (
    <>
      <p class="counts">
        {principles + objectives === 0 ? (
          <span class="quiet">{texts.nothing}</span>
        ) : (
          <>
            <span>{texts.principles(principles)}</span> <span>{texts.objectives(objectives)}</span>
          </>
        )}
      </p>
      {statuses.length > 0 && (
        <ul class="status-counts" aria-label={texts.statuses}>
          {statuses.map(([status, count]) => (
            <li key={status} class={status} title={statusText(status)}>
              <StatusShape status={status} /> {formatNumber(count)} <span class="hidden">{statusText(status)}</span>
            </li>
          ))}
        </ul>
      )}
      {last !== undefined && (
        <p class="last quiet" title={formatTimestamp(last.updatedAt)}>
          {texts.last(timeAgo(last.updatedAt), called(last.updatedBy))}
        </p>
      )}
    </>
  )
}

interface Props {
  readonly listed: TeamBody
  /** Undefined until it is known. */
  readonly summary: TeamSummary | undefined
  /** Whether its dialog is open, which shows the notices of its edits. */
  readonly isEdited: boolean
  readonly onEdit: (team: TeamBody) => void
  readonly onDelete: (team: TeamBody) => void
}

/** One team. */
export const TeamRow = ({ listed, summary, isEdited, onEdit, onDelete }: Props) => {
  const { flashes, session, teams } = useWorkspace()
  const team = latestOf(teams, listed)
  const flash = flashes.of(listed.id).value
  return (
    <li class="team-row" style={{ "--color": team.color }}>
      <h2 class={flash?.kind?.startsWith("team.") === true ? "flash" : ""}>
        <a href={pathOf.team(team.id)}>{team.name}</a>
      </h2>
      {summary === undefined ? <p class="skeleton" aria-hidden="true" /> : <Summary summary={summary} />}
      {session.isAdmin.value && (
        <Menu
          label={texts.actions(team.name)}
          items={[
            { label: texts.edit, onSelect: () => onEdit(listed) },
            { label: texts.remove, icon: "trash", danger: true, onSelect: () => onDelete(listed) }
          ]}
        >
          <Icon name="dots" />
        </Menu>
      )}
      {!isEdited && <TeamNotices team={team} />}
    </li>
  )
}
