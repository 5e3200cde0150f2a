import { computed, effect, type ReadonlySignal } from "@preact/signals"
import type { EditedValue } from "../../../shared/FieldEdits.ts"
import type { Field } from "../Field.ts"
import type { Lifetime } from "../Lifetime.ts"
import { isGone } from "../TeamEntities.ts"
import type { Teams } from "../Teams.ts"
import { sameValue } from "./Edit.ts"
import type { Edits } from "./Edits.ts"
import type { NewItems, Place } from "./NewItems.ts"

/** What is typed for something that is deleted. The user can copy or discard it. */
export interface Orphans {
  readonly fields: ReadonlySignal<ReadonlyArray<Field>>
  readonly places: ReadonlySignal<ReadonlyArray<Place>>
}

/** Whether an edit has typed text. Other edits are choices, worth nothing once their entity is deleted. */
const isTyped = ({ kind }: Field, mine: EditedValue | undefined): boolean =>
  /\.(name|title|description|owner|value)$/.test(kind) ||
  (typeof mine === "object" && mine !== null && "note" in mine && mine.note !== "")

/** Edits of choices whose entity is deleted are discarded. */
export const makeOrphans = (edits: Edits, newItems: NewItems, teams: Teams, { onEnd }: Lifetime): Orphans => {
  const isAnyGone = (teamId: string, ids: ReadonlyArray<string | undefined>): boolean =>
    ids.some((id) => id && isGone(teams.of(teamId), id))
  const deleted = computed(() =>
    edits.targets.value.filter(({ teamId, entityId, pair }) => isAnyGone(teamId, [entityId, pair]))
  )
  onEnd(
    effect(() => {
      for (const field of deleted.value) if (!isTyped(field, edits.of(field).peek()?.mine)) edits.discard(field)
    })
  )
  return {
    fields: computed(() =>
      deleted.value.filter((field) => {
        const edit = edits.of(field).value
        return edit !== undefined && isTyped(field, edit.mine) && !sameValue(edit.mine, edit.base.value)
      })
    ),
    places: computed(() =>
      newItems.targets.value.filter(({ teamId, objectiveId, groupId }) =>
        isAnyGone(teamId, [teamId, objectiveId, groupId])
      )
    )
  }
}
