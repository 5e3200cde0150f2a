import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import { type Field, field } from "../../workspace/Field.ts"
import type { LiveList } from "../../workspace/live/LiveList.ts"
import { indexBefore, moved } from "../../workspace/Order.ts"
import type { SeenValue } from "../../workspace/outbox/Edit.ts"
import type { Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

type PositionKind = "principle.position" | "objective.position"

/** The order of principles or objectives, which the user can change. */
export interface SortableList {
  readonly type: "principle" | "objective"
  readonly team: Team
  /** Whether items cannot be moved now. */
  readonly isLocked: ReadonlySignal<boolean>
  /** With moves that are not confirmed, and without entities being deleted. */
  readonly ids: ReadonlySignal<ReadonlyArray<string>>
  readonly fieldOf: (id: string) => Field<PositionKind>
  /** Empty for an item that is not there. */
  readonly titleOf: (id: string) => string
  /** The item's index as the server has it. */
  readonly shownPosition: (id: string) => SeenValue<number>
  /** Moves an item before another one, or to the end when `before` is undefined. */
  readonly moveBefore: (id: string, before: string | undefined) => void
  /** Moves an item to a place, counted from 0. */
  readonly moveTo: (id: string, index: number) => void
  /** The item whose place is being asked for. */
  readonly positionedId: Signal<string | undefined>
}

export const sortableList = <A extends { readonly title: string }>(
  { deletions, outbox: { edits } }: Workspace,
  team: Team,
  type: SortableList["type"],
  list: LiveList<A>,
  isLocked: ReadonlySignal<boolean>
): SortableList => {
  const kind = `${type}.position` as const
  /** Including moves that are not confirmed. */
  const order = computed(() =>
    edits
      .submittedOfKind<PositionKind>(kind)
      .filter(([{ teamId }]) => teamId === team.id)
      .reduce((ids, [{ entityId }, position]) => moved(ids, entityId, position), list.ids.value)
  )
  const fieldOf = (id: string) => field<PositionKind>(kind, team.id, id)
  const shownPosition = (id: string): SeenValue<number> => ({
    value: list.ids.peek().indexOf(id),
    sequenceNumber: team.sequenceNumber.peek()
  })
  const ids = computed(() => {
    const shown = order.value.filter((id) => !deletions.has(id))
    return shown.length === order.value.length ? order.value : shown
  })
  const moveBefore = (id: string, before: string | undefined): void =>
    void edits.saveValue(fieldOf(id), shownPosition(id), indexBefore(order.peek(), id, before))
  return {
    type,
    team,
    isLocked,
    ids,
    fieldOf,
    titleOf: (id) => list.byId.get(id)?.value.title ?? "",
    shownPosition,
    moveBefore,
    moveTo: (id, index) => moveBefore(id, ids.peek().filter((other) => other !== id)[index]),
    positionedId: signal(undefined)
  }
}
