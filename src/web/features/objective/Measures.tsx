import { type Signal, useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { succeed } from "../../contract/Result.ts"
import { Icon } from "../../parts/Icon.tsx"
import { refreshedList } from "../../workspace/RefreshedList.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { NewMeasure } from "./MeasureDialog.tsx"
import { MeasureRow } from "./MeasureRow.tsx"
import * as texts from "./ObjectiveTexts.ts"

/** An objective's measures. Their check-ins are loaded when this is rendered. */
export const Measures = ({ team, objective }: { readonly team: Team; readonly objective: Signal<Objective> }) => {
  const { api, deletions, session } = useWorkspace()
  const { id, progress } = objective.value
  const isAdding = useSignal(false)
  const { list, failure, refresh } = useMemo(
    () =>
      refreshedList(async () => {
        const answer = await api.objective(id)
        return answer.ok ? succeed(answer.value.progress) : answer
      }),
    [id]
  )
  const shown = progress.filter(({ id }) => !deletions.has(id))
  const version = progress.map(({ id, updatedAt, value }) => `${id} ${updatedAt} ${value}`).join()
  useEffect(() => {
    if (version !== "") void refresh()
  }, [version])
  return (
    <section class="measures" aria-label={texts.measures.title}>
      <h4>{texts.measures.title}</h4>
      {shown.length === 0 && <p class="quiet">{texts.measures.none}</p>}
      <ul>
        {shown.map((measure) => (
          <MeasureRow
            key={measure.id}
            team={team}
            objectiveId={id}
            measure={measure}
            checkIns={list.value?.find(({ id }) => id === measure.id)?.checkIns}
          />
        ))}
      </ul>
      {failure.value && <p class="quiet small-text">{texts.measures.noCheckIns}</p>}
      {session.canEdit.value && (
        <button type="button" class="add" onClick={() => (isAdding.value = true)}>
          <Icon name="plus" size={14} /> {texts.measures.add}
        </button>
      )}
      {isAdding.value && <NewMeasure teamId={team.id} objectiveId={id} onClose={() => (isAdding.value = false)} />}
    </section>
  )
}
