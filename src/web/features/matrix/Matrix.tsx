import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { pathOf } from "../../session/Route.ts"
import { toggleLink } from "../../workspace/objective/LinkToggle.ts"
import type { Principle, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { GapSummary } from "./GapSummary.tsx"
import { type CellPosition, cellPositionOf, moveFocus } from "./MatrixCells.ts"
import { MatrixRow } from "./MatrixRow.tsx"
import * as texts from "./MatrixTexts.ts"
import { PointedCell } from "./PointedCell.tsx"
import { Totals } from "./Totals.tsx"

/** Up to this many columns the titles fit without being rotated. */
const maxHorizontalTitles = 10

interface HeadProps {
  readonly principle: Principle
  readonly index: number
  readonly pointed: ReadonlySignal<CellPosition | undefined>
  readonly mayEdit: boolean
}

const ColumnHead = ({ principle, index, pointed, mayEdit }: HeadProps) => (
  <th
    scope="col"
    title={principle.title}
    class={useComputed(() => (pointed.value?.column === index ? "pointed" : undefined)).value}
  >
    <a
      id={`column-${principle.id}`}
      class="column-title"
      href={pathOf.principle(principle.teamId, principle.id)}
      tabIndex={mayEdit ? -1 : undefined}
    >
      {principle.title}
    </a>
    <span class="number">{index + 1}</span>
  </th>
)

const steps = { initialCount: 25, stepCount: 25 }

interface RowsProps {
  readonly team: Team
  readonly objectives: ReadonlySignal<ReadonlyArray<string>>
  readonly principles: ReadonlyArray<string>
  readonly mayEdit: boolean
}

const Rows = ({ team, objectives, principles, mayEdit }: RowsProps) => (
  <tbody>
    {useIncrementalList(objectives.value, steps).map((id) => {
      const objective = team.objectives.byId.get(id)
      return objective && <MatrixRow key={id} {...{ team, objective, principles, mayEdit }} />
    })}
  </tbody>
)

/** Objectives by principles: each cell links or unlinks a pair. The table has the event listeners for all cells. */
export const Matrix = ({ team }: { readonly team: Team }) => {
  const workspace = useWorkspace()
  const { deletions, session } = workspace
  const table = useRef<HTMLTableElement>(null)
  const tabStop = useRef<HTMLElement | null | undefined>(null)
  const pointed = useSignal<CellPosition | undefined>(undefined)
  const principles = useComputed(() => team.principles.ids.value.filter((id) => !deletions.has(id)))
  const objectives = useComputed(() => team.objectives.ids.value.filter((id) => !deletions.has(id)))
  const columns = principles.value
  const mayEdit = session.canEdit.value
  /** Makes one cell the tab stop. */
  const setTabStop = (cell: HTMLElement | null | undefined): void => {
    if (tabStop.current) tabStop.current.tabIndex = -1
    if (cell) cell.tabIndex = 0
    tabStop.current = cell
  }
  useLayoutEffect(() => {
    const cell = tabStop.current
    setTabStop(cell?.isConnected ? cell : table.current?.querySelector<HTMLElement>("button[aria-pressed]"))
  })
  const point = ({ target }: Event): void => {
    pointed.value = cellPositionOf(target)
  }
  if (columns.length === 0 || objectives.value.length === 0) {
    return (
      <section class="empty">
        <Illustration />
        <h2>{texts.empty}</h2>
        <p>{texts.emptyHint}</p>
        <a href={pathOf.team(team.id)}>{texts.toBoard}</a>
      </section>
    )
  }
  return (
    <section class="matrix" aria-label={texts.caption}>
      <div class={columns.length <= maxHorizontalTitles ? "few" : undefined} style={{ "--columns": columns.length }}>
        <div class="matrix-top">
          <GapSummary team={team} objectives={objectives} principles={principles} />
          <PointedCell team={team} position={pointed} principles={columns} />
        </div>
        <div class="matrix-box">
          <table
            ref={table}
            onClick={({ target }) => {
              const position = cellPositionOf(target)
              const objective = team.objectives.byId.get(position?.objectiveId ?? "")?.peek()
              const principle = columns[position?.column ?? -1]
              if (mayEdit && objective !== undefined && principle !== undefined)
                toggleLink(workspace, team, objective, principle)
            }}
            onKeyDown={(event) => {
              if (moveFocus(event.currentTarget, event)) event.preventDefault()
            }}
            onFocusIn={(event) => {
              point(event)
              if (event.target instanceof HTMLElement && event.target.ariaPressed !== null) setTabStop(event.target)
            }}
            onPointerOver={point}
            onPointerLeave={point}
          >
            <caption class="hidden">{texts.caption}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.objective}</th>
                {columns.map((id, index) => {
                  const principle = team.principles.byId.get(id)?.value
                  return (
                    principle && (
                      <ColumnHead
                        key={`${index} ${id}`}
                        principle={principle}
                        index={index}
                        pointed={pointed}
                        mayEdit={mayEdit}
                      />
                    )
                  )
                })}
                <th scope="col" class="sum">
                  {texts.total}
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
