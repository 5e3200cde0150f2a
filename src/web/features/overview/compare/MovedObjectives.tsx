import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { doubtPhrase } from "../../../../shared/words/Doubts.ts"
import { FormattedText } from "../../../parts/markdown/FormattedText.tsx"
import { Icon } from "../../../parts/status/Icon.tsx"
import { OfTeam } from "../../../parts/status/ObjectiveLine.tsx"
import { ObjectiveLink } from "../../../parts/status/ObjectiveLink.tsx"
import { Owner } from "../../../parts/status/Owner.tsx"
import { Status } from "../../../parts/status/Status.tsx"
import { pageFormats } from "../../../texts/values/PageFormats.ts"
import type { Placed } from "../../../workspace/Alignment.ts"
import type { OverviewBody } from "../../../workspace/LiveOverview.ts"
import * as texts from "../OverviewTexts.ts"
import { Change } from "../Portfolio.tsx"
import { type ObjectiveMove, objectiveMoves } from "./ObjectiveMoves.ts"

/** Objectives shown at first. */
const maxShown = 50

const words = texts.overview.compare

interface LineProps {
  readonly move: ObjectiveMove
  readonly team: Placed["team"]
}

const Line = ({ move: { before, after }, team }: LineProps) => {
  const shown = after ?? before
  if (shown === undefined) return null
  const { id, teamId, title, owner, statusNote } = shown
  return (
    <tr>
      <th scope="row">
        {after === undefined ? <s dir="auto">{title}</s> : <ObjectiveLink {...{ teamId, id, title }} />}
      </th>
      <td>
        <OfTeam team={team} />
      </td>
      <td>
        {before !== undefined && before.status !== after?.status && (
          <>
            <Status status={before.status} /> <Icon name="right" size={12} />
            <span class="hidden">{words.became}</span>{" "}
          </>
        )}
        {after === undefined ? words.deleted : <Status status={after.status} />}
      </td>
      {after === undefined ? <td class="became" /> : <Change row={after} before={before} />}
      <td class="why said">
        {after !== undefined && after.wrongWay !== null && (
          <span class="late">{doubtPhrase("worse_than_start", after, pageFormats)} </span>
        )}
        <FormattedText text={statusNote} />
      </td>
      <td>
        <Owner name={owner} />
      </td>
    </tr>
  )
}

interface Props {
  readonly before: OverviewBody
  readonly after: OverviewBody
  /** The id of the only team that is shown; empty for all. */
  readonly chosen: string
}

/** The objectives that moved between two moments: from which status to which, how far, why, and whose they are. */
export const MovedObjectives = ({ before, after, chosen }: Props) => {
  const isWhole = useSignal(false)
  const all = useMemo(() => objectiveMoves(before, after), [before, after])
  const moves = all.filter(({ before, after }) => chosen === "" || (after ?? before)?.teamId === chosen)
  const shown = isWhole.value ? moves : moves.slice(0, maxShown)
  const teams = new Map<string, Placed["team"]>([...before.teams, ...after.teams].map(({ team }) => [team.id, team]))
  if (moves.length === 0) return <p class="quiet">{words.noneMoved}</p>
  return (
    <>
      <h2>{words.moved(moves.length)}</h2>
      <table class="portfolio moves">
        <thead>
          <tr>
            {words.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((move) => (
            <Line key={move.id} move={move} team={teams.get((move.after ?? move.before)?.teamId ?? "")} />
          ))}
        </tbody>
      </table>
      {shown.length < moves.length && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          {texts.overview.changes.more(moves.length - shown.length)}
        </button>
      )}
    </>
  )
}
