import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { ObjectiveLine } from "../../parts/status/ObjectiveLine.tsx"
import { pathOf } from "../../session/Route.ts"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"
import { linkedPrincipleIds } from "../../workspace/objective/LinkToggle.ts"
import type { Measure, Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./TreeTexts.ts"

const MeasureLine = ({ measure }: { readonly measure: Measure }) => {
  const { name, unit, target, value, percent, date } = measure
  return (
    <li class="tree-line">
      <span dir="auto">{name}</span>
      <span class="figures">
        <span>{formatNumber(value)}</span> <Icon name="right" size={12} />{" "}
        <span class="quiet">{inUnit(target, unit)}</span>
      </span>
      <Meter percent={percent} label={texts.alignment.progressOf(name)} />
      {date !== null && <span class="quiet">{texts.tree.lastCheckIn(formatDay(date))}</span>}
    </li>
  )
}

const ObjectiveBranch = ({ objective }: { readonly objective: Objective }) => {
  const { progress } = objective
  return (
    <li>
      <ObjectiveLine objective={objective} expected={expectedToday(objective)} />
      {progress.length > 0 && (
        <ul>
          {progress.map((measure) => (
            <MeasureLine key={measure.id} measure={measure} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface Branch {
  readonly id: string
  readonly title: string
  readonly objectives: ReadonlyArray<Objective>
}

const steps = { initialCount: 10, stepCount: 20 }

/** Principles with their objectives, and these with their measures; an objective of several principles stands below each. */
export const Tree = ({ team }: { readonly team: Team }) => {
  const workspace = useWorkspace()
  const shown = <A,>({
    ids,
    byId
  }: {
    readonly ids: Team["objectives"]["ids"]
    readonly byId: ReadonlyMap<string, { readonly value: A }>
  }) =>
    ids.value.flatMap((id) => {
      const body = workspace.deletions.has(id) ? undefined : byId.get(id)?.value
      return body === undefined ? [] : [body]
    })
  const principles = shown(team.principles)
  const objectives = shown(team.objectives).map((objective) => ({
    objective,
    linked: linkedPrincipleIds(workspace, objective)
  }))
  const loose = objectives.filter(({ linked }) => linked.size === 0)
  const below = (id: string) => objectives.filter(({ linked }) => linked.has(id)).map(({ objective }) => objective)
  const branches: ReadonlyArray<Branch> = [
    ...principles.map(({ id, title }) => ({ id, title, objectives: below(id) })),
    ...(loose.length === 0
      ? []
      : [{ id: "", title: texts.tree.noPrinciple, objectives: loose.map(({ objective }) => objective) }])
  ]
  const rendered = useIncrementalList(branches, steps)
  if (branches.length === 0) {
    return (
      <section class="empty">
        <Illustration />
        <h2>{texts.tree.empty}</h2>
        <a href={pathOf.team(team.id)}>{texts.tree.toBoard}</a>
      </section>
    )
  }
  return (
    <>
      <p class="to-company">
        <a class="small" href={pathOf.companyTree}>
          {texts.tree.toCompany}
        </a>
      </p>
      <ul class="tree" aria-label={texts.tree.label}>
        {rendered.map(({ id, title, objectives }) => (
          <li key={id}>
            <h2 dir="auto">
              {id === "" ? title : <a href={pathOf.principle(team.id, id)}>{title}</a>}{" "}
              <span class="quiet">{objectives.length}</span>
            </h2>
            {objectives.length === 0 ? (
              <p class="quiet small-text">{texts.tree.noObjective}</p>
            ) : (
              <ul>
                {objectives.map((objective) => (
                  <ObjectiveBranch key={objective.id} objective={objective} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
