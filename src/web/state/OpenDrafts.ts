import { computed, type ReadonlySignal } from "@preact/signals"
import type { Field, FieldKind } from "../model/Field.ts"
import { moved } from "../model/Order.ts"
import { draftOf, open } from "./Drafts.ts"

const none: ReadonlyArray<Field> = []

const linksByObjective = computed(() =>
  Map.groupBy(
    open.value.filter(({ kind }) => kind === "objective.principle"),
    ({ entityId }) => entityId
  )
)

/** The links of an objective somebody is about to make or to undo. */
export const linkDrafts = (objectiveId: string): ReadonlyArray<Field> => linksByObjective.value.get(objectiveId) ?? none

const isOnItsWay = (phase: string | undefined): boolean => phase === "saving" || phase === "waiting"

/** The order with the moves in it that are on their way to the server. */
export const withMoves = (
  kind: FieldKind,
  teamId: string,
  ids: ReadonlySignal<ReadonlyArray<string>>
): ReadonlySignal<ReadonlyArray<string>> =>
  computed(() =>
    open.value
      .filter((field) => field.kind === kind && field.teamId === teamId)
      .reduce((order, field) => {
        const draft = draftOf(field).value
        return draft !== undefined && isOnItsWay(draft.phase) ? moved(order, field.entityId, Number(draft.mine)) : order
      }, ids.value)
  )
