import { computed, type ReadonlySignal } from "@preact/signals"
import type { Seen } from "../../workspace/Draft.ts"
import { type Field, field } from "../../workspace/Field.ts"
import { placeBefore } from "../../workspace/Order.ts"
import type { LiveList } from "../../workspace/Reconcile.ts"
import type { Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** A list somebody can bring into another order. */
export interface Sorting {
  /** As it is about to be: with what is moved, without what is deleted. */
  readonly ids: ReadonlySignal<ReadonlyArray<string>>
  readonly fieldOf: (id: string) => Field
  /** The place of an item as the server has it. */
  readonly seen: (id: string) => Seen
  /** To before another item; to the end without. */
  readonly moveBefore: (id: string, before: string | undefined) => void
}

const sorting = (
  { deletions, drafts }: Workspace,
  team: Team,
  kind: "principle.position" | "objective.position",
  list: Pick<LiveList<never>, "ids">
): Sorting => {
  const order = drafts.withMoves(kind, team.id, list.ids)
  const fieldOf = (id: string) => field(kind, team.id, id)
  const seen = (id: string): Seen => ({
    text: String(list.ids.peek().indexOf(id)),
    sequenceNumber: team.sequenceNumber.peek()
  })
  return {
    ids: computed(() => {
      const shown = order.value.filter((id) => !deletions.has(id))
      return shown.length === order.value.length ? order.value : shown
    }),
    fieldOf,
    seen,
    moveBefore: (id, before) => void drafts.set(fieldOf(id), seen(id), String(placeBefore(order.peek(), id, before)))
  }
}

export const sortPrinciples = (workspace: Workspace, team: Team): Sorting =>
  sorting(workspace, team, "principle.position", team.principles)

export const sortObjectives = (workspace: Workspace, team: Team): Sorting =>
  sorting(workspace, team, "objective.position", team.objectives)
