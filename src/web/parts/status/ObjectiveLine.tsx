import type { ComponentChildren } from "preact"
import { pathOf } from "../../session/Route.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { Meter } from "./Meter.tsx"
import { Owner } from "./Owner.tsx"
import { Status } from "./Status.tsx"

interface TeamProps {
  readonly team: OverviewTeam["team"] | undefined
}

export const OfTeam = ({ team }: TeamProps) => (
  <span class="of-team" style={{ "--color": team?.color }}>
    <span dir="auto">{team?.name}</span>
  </span>
)

interface Props extends Partial<TeamProps> {
  readonly objective: Pick<OverviewObjective, "id" | "teamId" | "title" | "status" | "owner" | "percent">
  /** The percentage that is expected today. */
  readonly expected: number | null
  /** Whether the keys of rows lead to it. */
  readonly isRow?: boolean
  /** Shown before the title. */
  readonly children?: ComponentChildren
}

/** An objective with its owner, progress and status in a line; with its team, where others stand beside it. */
export const ObjectiveLine = ({ objective, expected, team, isRow = false, children }: Props) => {
  const { id, teamId, title, status, owner, percent } = objective
  return (
    <div class="tree-line" data-row={isRow || undefined}>
      <span>
        {children}
        <a class="title" href={pathOf.objective(teamId, id)} dir="auto">
          {title}
        </a>
      </span>
      {owner !== "" && <Owner name={owner} />}
      {percent !== null && <Meter percent={percent} pace={expected} label={texts.common.progressOf(title)} />}
      <Status status={status} />
      {team !== undefined && <OfTeam team={team} />}
    </div>
  )
}
