import type { Signal } from "@preact/signals-core"
import { useEffect } from "preact/hooks"
import { Icon } from "../../parts/Icon.tsx"
import { useSignal } from "../../parts/Signals.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeCheckIns } from "./CheckIns.ts"
import { NewMeasure } from "./MeasureDialog.tsx"
import { MeasureRow } from "./MeasureRow.tsx"
import * as texts from "./Texts.ts"

/** An objective's measures. Their check-ins are loaded when this is rendered. */
export const Measures = ({ team, objective }: { readonly team: Team; readonly objective: Signal<Objective> }) => {
  const { deletions, session } = useWorkspace()
  const loaded = useFeatureState(makeCheckIns)
  const now = objective.value
  const isAdding = useSignal(false)
  const checkIns = loaded.of(now.id).value
  const shown = now.progress.filter(({ id }) => !deletions.has(id))
  useEffect(() => {
    if (now.progress.length > 0) void loaded.load(now)
  }, [now])
  return (
    <section class="measures" aria-label={texts.measures.title}>
      <h4>{texts.measures.title}</h4>
      {shown.length === 0 && <p class="quiet">{texts.measures.none}</p>}
      <ul>
        {shown.map((measure) => (
          <MeasureRow
            key={measure.id}
            team={team}
            objectiveId={now.id}
            measure={measure}
            checkIns={typeof checkIns === "object" ? checkIns.get(measure.id) : undefined}
          />
        ))}
      </ul>
      {checkIns === "failed" && <p class="quiet small-text">{texts.measures.noCheckIns}</p>}
      {session.canEdit.value && (
        <button type="button" class="add" onClick={() => (isAdding.value = true)}>
          <Icon name="plus" size={14} /> {texts.measures.add}
        </button>
      )}
      {isAdding.value && <NewMeasure teamId={team.id} objectiveId={now.id} onClose={() => (isAdding.value = false)} />}
    </section>
  )
}
