import type { ComponentChildren } from "preact"
import { progressOf, reach } from "../../texts/AlignmentTexts.ts"
import type { Placed } from "../../workspace/Alignment.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"
import { useIncrementalList } from "../lists/IncrementalList.ts"
import { Meter } from "./Meter.tsx"
import { ObjectiveLink } from "./ObjectiveLink.tsx"
import { Owner } from "./Owner.tsx"
import { Status } from "./Status.tsx"

export const OfTeam = ({ team }: Pick<Placed, "team">) => (
  <span class="of-team" style={{ "--color": team?.color }}>
    <span dir="auto">{team?.name}</span>
  </span>
)

interface Props extends Partial<Pick<Placed, "team">> {
  readonly objective: Pick<OverviewObjective, "id" | "teamId" | "title" | "status" | "owner" | "percent">
  /** The percentage that is expected today. */
  readonly expected: number | null
  /** Whether the keys of rows lead to it. */
  readonly isRow?: boolean
  /** Shown before the title. */
  readonly children?: ComponentChildren
  /** What supports it, whatever is between. */
  readonly below?: ReadonlyArray<Placed>
}

/** An objective with its owner, progress and status in a line; with its team, where others stand beside it. */
export const ObjectiveLine = ({ objective, expected, team, isRow = false, children, below = [] }: Props) => {
  const { id, teamId, title, status, owner, percent } = objective
  return (
    <div class="tree-line" data-row={isRow || undefined}>
      <span>
        {children}
        <ObjectiveLink {...{ teamId, id, title }} class="title" />
        {below.length > 0 && <span class="quiet reach">{reach(below.map(({ objective }) => objective))}</span>}
      </span>
      {owner !== "" && <Owner name={owner} />}
      <Status status={status} />
      {percent !== null && <Meter percent={percent} pace={expected} label={progressOf(title)} />}
      {team !== undefined && <OfTeam team={team} />}
    </div>
  )
}

const steps = { initialCount: 20, stepCount: 40 }

interface LinesProps {
  readonly items: ReadonlyArray<Placed>
  readonly areRows?: boolean
}

/** Objectives of several teams in a list. */
export const ObjectiveLines = ({ items, areRows = false }: LinesProps) => (
  <ul>
    {useIncrementalList(items, steps).map(({ objective, team }) => (
      <li key={objective.id}>
        <ObjectiveLine objective={objective} expected={objective.expectedPercent} team={team} isRow={areRows} />
      </li>
    ))}
  </ul>
)
