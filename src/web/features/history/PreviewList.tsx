import { useMemo } from "preact/hooks"
import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Change } from "./Change.tsx"
import * as history from "./HistoryTexts.ts"
import * as restoring from "./RestoreTexts.ts"

type Entity = RestorePreview["entities"][number]

interface RowProps {
  readonly entity: Entity
  readonly team: string | undefined
  /** The title of the objective that it lies in, where the page knows it. */
  readonly objective: string | undefined
}

const Row = ({ entity, team, objective }: RowProps) => (
  <li>
    <p>
      <span class="quiet">{rowOf(entity.entityType).noun}</span> {entity.title}
      {objective !== undefined && <span class="quiet"> · {restoring.inObjective(objective)}</span>}
      {team !== undefined && <span class="quiet"> · {team}</span>}
    </p>
    {entity.kind === "changes" && entity.fields.length === 0 && <p class="quiet">{restoring.links}</p>}
    {entity.fields.length > 0 && (
      <dl class="changes">
        {entity.fields.map(({ name, principle, current, restored }) => (
          <Change
            key={name}
            name={name}
            before={current}
            after={restored}
            label={principle === null ? undefined : history.linkTo(principle)}
          />
        ))}
      </dl>
    )}
  </li>
)

/** The titles of the objectives of everything in loaded teams, by the ids of what they contain. */
const objectiveTitles = (teams: ReadonlyArray<Team>): ReadonlyMap<string, string> =>
  new Map(
    [...new Set(teams)].flatMap(({ objectives }) =>
      objectives
        .peek()
        .flatMap(({ title, groups, initiatives, progress }) =>
          [...groups, ...initiatives, ...progress].map(({ id }): readonly [string, string] => [id, title])
        )
    )
  )

/** Those that only move because others come or go. */
const pushedOf = (entities: ReadonlyArray<Entity>): ReadonlySet<Entity> => {
  const areOthers = entities.some(({ kind }) => kind !== "changes")
  const isPushed = ({ kind, fields }: Entity): boolean =>
    kind === "changes" && fields.length > 0 && fields.every(({ name }) => name === "position")
  return new Set(areOthers ? entities.filter(isPushed) : [])
}

interface Props {
  readonly preview: RestorePreview
  /** Names the teams where the restore concerns several. */
  readonly teamName: (teamId: string) => string | undefined
}

/** What a restore would change, entity by entity. */
export const PreviewList = ({ preview: { entities, totals }, teamName }: Props) => {
  const { teams } = useWorkspace()
  const objectives = useMemo(() => objectiveTitles(entities.map(({ teamId }) => teams.of(teamId))), [entities])
  const pushed = pushedOf(entities)
  const all = totals.reduce((sum, { changes, returns, goes }) => sum + changes + returns + goes, 0)
  return (
    <div class="preview">
      {restoring.kindNames.map((kind) => {
        const ofKind = entities.filter((entity) => entity.kind === kind && !pushed.has(entity))
        return (
          ofKind.length > 0 && (
            <section key={kind}>
              <h3>{restoring.kinds[kind][0]}</h3>
              <ul>
                {ofKind.map((entity) => (
                  <Row
                    key={entity.entityId}
                    entity={entity}
                    team={teamName(entity.teamId)}
                    objective={objectives.get(entity.entityId)}
                  />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {pushed.size > 0 && <p class="quiet">{restoring.moved(pushed.size)}</p>}
      {all > entities.length && <p class="quiet">{restoring.more(all - entities.length)}</p>}
    </div>
  )
}
