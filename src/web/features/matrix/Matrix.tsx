import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useRoom } from "../../parts/Room.ts"
import { pathOf } from "../../session/Route.ts"
import { toggle } from "../../workspace/Links.ts"
import type { Principle, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { move, type Place, placeOf, rove } from "./Cells.ts"
import { GapSummary } from "./GapSummary.tsx"
import { MatrixRow } from "./MatrixRow.tsx"
import { Pointed } from "./Pointed.tsx"
import { texts } from "./Texts.ts"
import { Totals } from "./Totals.tsx"

/** So many columns have the place for titles that need not be turned. */
const few = 10

const ColumnHead = ({ principle, number }: { readonly principle: Principle; readonly number: number }) => (
  <th scope="col" title={principle.title}>
    <span id={`column-${principle.id}`} class="column-title">
      {principle.title}
    </span>
    <span class="number">{number}</span>
  </th>
)

const rows = { first: 25, further: 25 }

interface RowsProps {
  readonly team: Team
  readonly objectives: ReadonlySignal<ReadonlyArray<string>>
  readonly principles: ReadonlyArray<string>
  readonly mayEdit: boolean
}

const Rows = ({ team, objectives, principles, mayEdit }: RowsProps) => (
  <tbody>
    {useRoom(objectives.value, rows).map((id) => {
      const objective = team.objectives.byId.get(id)
      return objective && <MatrixRow key={id} {...{ team, objective, principles, mayEdit }} />
    })}
  </tbody>
)

/** Objectives by principles: each cell links or unlinks a pair. One set of listeners serves all cells. */
export const Matrix = ({ team }: { readonly team: Team }) => {
  const workspace = useWorkspace()
  const { deletions, session } = workspace
  const table = useRef<HTMLTableElement>(null)
  const roving = useRef<HTMLElement | null>(null)
  const pointed = useSignal<Place | undefined>(undefined)
  const principles = useComputed(() => team.principles.ids.value.filter((id) => !deletions.has(id)))
  const objectives = useComputed(() => team.objectives.ids.value.filter((id) => !deletions.has(id)))
  const columns = principles.value
  const mayEdit = session.canEdit.value
  useLayoutEffect(() => {
    if (table.current !== null && mayEdit) roving.current = rove(table.current, roving.current)
  })
  const point = ({ target }: Event): void => {
    const place = placeOf(target)
    const at = place === undefined || place.column >= columns.length ? undefined : place
    const before = pointed.peek()
    if (at?.objectiveId === before?.objectiveId && at?.column === before?.column) return
    pointed.value = at
    const heads = table.current?.tHead?.rows[0]?.cells
    if (before !== undefined) heads?.[before.column + 1]?.classList.remove("pointed")
    if (at !== undefined) heads?.[at.column + 1]?.classList.add("pointed")
  }
  if (columns.length === 0 || objectives.value.length === 0) {
    return (
      <section class="empty">
        <h2>{texts.matrix.empty}</h2>
        <p>{texts.matrix.emptyHint}</p>
        <a href={pathOf.team(team.id)}>{texts.matrix.toBoard}</a>
      </section>
    )
  }
  return (
    <section class="matrix" aria-label={texts.matrix.caption}>
      <div class={columns.length <= few ? "few" : undefined} style={{ "--columns": columns.length }}>
        <div class="matrix-top">
          <GapSummary team={team} objectives={objectives} principles={principles} />
          <Pointed team={team} place={pointed} principles={columns} />
        </div>
        <div class="matrix-box">
          <table
            ref={table}
            onClick={({ target }) => {
              const place = target instanceof Element && target.closest("button") !== null ? placeOf(target) : undefined
              const objective = team.objectives.byId.get(place?.objectiveId ?? "")?.peek()
              const principle = columns[place?.column ?? -1]
              if (mayEdit && objective !== undefined && principle !== undefined)
                toggle(workspace, team, objective, principle)
            }}
            onKeyDown={(event) => {
              if (table.current !== null && move(table.current, event)) event.preventDefault()
            }}
            onFocusIn={(event) => {
              point(event)
              if (event.target instanceof HTMLElement && event.target.ariaPressed !== null && table.current !== null) {
                roving.current = rove(table.current, roving.current, event.target)
              }
            }}
            onPointerOver={point}
            onPointerLeave={point}
          >
            <caption class="hidden">{texts.matrix.caption}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.matrix.objective}</th>
                {columns.map((id, index) => {
                  const principle = team.principles.byId.get(id)?.value
                  return principle && <ColumnHead key={id} principle={principle} number={index + 1} />
                })}
                <th scope="col" class="sum">
                  {texts.matrix.total}
                </th>
              </tr>
            </thead>
            <Rows team={team} objectives={objectives} principles={columns} mayEdit={mayEdit} />
            <tfoot>
              <Totals team={team} objectives={objectives} principles={principles} />
            </tfoot>
          </table>
        </div>
      </div>
    </section>
  )
}
