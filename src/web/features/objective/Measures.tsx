import { type Signal, useSignal } from "@preact/signals"
import { Icon } from "../../parts/status/Icon.tsx"
import { pathOf } from "../../session/Route.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { type MeasureWithCheckIns, useCheckIns } from "./CheckIns.ts"
import { NewMeasure } from "./MeasureDialog.tsx"
import { MeasureRow } from "./MeasureRow.tsx"
import type { MeasureForecast } from "./ObjectiveForecast.ts"
import * as texts from "./ObjectiveTexts.ts"

interface ListProps {
  readonly team: Team
  readonly objective: Objective
  /** Undefined until loaded. */
  readonly checkIns: ReadonlyArray<MeasureWithCheckIns> | undefined
  readonly hasFailed: boolean
  /** Whether each has a chart instead of a small line. */
  readonly hasCharts: boolean
  /** Where they are heading, as far as that is shown. */
  readonly forecasts?: ReadonlyArray<MeasureForecast>
}

/** An objective's measures, and a button to add one. */
export const MeasureList = ({ team, objective, checkIns, hasFailed, hasCharts, forecasts = [] }: ListProps) => {
  const { deletions, session } = useWorkspace()
  const isAdding = useSignal(false)
  const shown = objective.progress.filter(({ id }) => !deletions.has(id))
  return (
    <>
      {shown.length === 0 && <p class="quiet">{texts.measures.none}</p>}
      <ul>
        {shown.map((measure) => (
          <MeasureRow
            key={measure.id}
            team={team}
            objective={objective}
            measure={measure}
            checkIns={checkIns?.find(({ id }) => id === measure.id)?.checkIns}
            isLoading={checkIns === undefined && !hasFailed}
            hasChart={hasCharts}
            forecast={forecasts.find(({ id }) => id === measure.id)}
          />
        ))}
      </ul>
      {hasFailed && <p class="quiet small-text">{texts.measures.noCheckIns}</p>}
      {session.canEdit.value && (
        <button type="button" class="add" onClick={() => (isAdding.value = true)}>
          <Icon name="plus" size={14} /> {texts.measures.add}
        </button>
      )}
      {isAdding.value && (
        <NewMeasure teamId={team.id} objectiveId={objective.id} onClose={() => (isAdding.value = false)} />
      )}
    </>
  )
}

/** An objective's measures as its panel shows them. Their check-ins are loaded when this is rendered. */
export const Measures = ({ team, objective }: { readonly team: Team; readonly objective: Signal<Objective> }) => {
  const { list, failure } = useCheckIns(objective)
  const body = objective.value
  return (
    <section class="measures" aria-label={texts.measures.title}>
      <h2>
        {texts.measures.title}
        {body.progress.length > 0 && (
          <a class="to-charts" href={pathOf.progress(team.id, body.id)}>
            {texts.page.link}
          </a>
        )}
      </h2>
      <MeasureList
        team={team}
        objective={body}
        checkIns={list.value}
        hasFailed={failure.value !== undefined}
        hasCharts={false}
      />
    </section>
  )
}
