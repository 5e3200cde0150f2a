import { type ObjectiveStatus, objectiveStatuses } from "../../shared/Statuses.ts"
import { type ObjectiveCommand, objectiveEntries } from "../features/find/FindEntries.ts"
import * as texts from "../features/find/FindTexts.ts"
import { type Item, itemsOf, titleOf } from "../features/many/Items.ts"
import { removeAll, setStatus } from "../features/many/ManyEdits.ts"
import { type Asked, focusedObjective, makeSelection } from "../parts/lists/Selection.ts"
import type { Entry } from "../parts/search/Search.ts"
import { moment, openObjective, pathOf, type Target } from "../session/Route.ts"
import type { Workspace } from "../workspace/Workspace.ts"

type Run = () => void

type Commands = Readonly<Record<ObjectiveCommand, Run>>

/** What the palette can do with the objectives that are selected or, without any, with the one whose row has the focus. */
export interface Acting {
  readonly entries: ReadonlyArray<Entry>
  readonly commands: Partial<Commands>
}

const commandsOf = (workspace: Workspace, targets: ReadonlyArray<Target>): Commands => {
  const { asked, toggle } = workspace.featureState(makeSelection)
  const [first] = targets
  const ask = (what: Asked["what"]) => (): void => {
    asked.value = { what, targets }
  }
  const withItems =
    (run: (items: ReadonlyArray<Item>) => unknown): Run =>
    () =>
      void itemsOf(workspace, targets).then(run)
  const statuses = Object.fromEntries(
    objectiveStatuses.map((status) => [status, withItems((items) => setStatus(workspace, items, status))])
  )
  return {
    ...(statuses as Readonly<Record<ObjectiveStatus, Run>>),
    open: () => first && openObjective(pathOf.objective(first.teamId, first.id)),
    period: ask("period"),
    owner: ask("owner"),
    parent: ask("parent"),
    select: () => first && toggle(first.id),
    duplicate: ask("duplicate"),
    move: ask("move"),
    remove: withItems((items) => removeAll(workspace, items))
  }
}

/** To be called while a row has the focus. */
export const actingOn = (workspace: Workspace): Acting => {
  const chosen = workspace.featureState(makeSelection).chosen.peek()
  const focused = focusedObjective()
  const targets = chosen.length > 0 || focused === undefined ? chosen : [focused]
  const [first] = targets
  if (first === undefined) return { entries: [], commands: {} }
  const isOne = chosen.length === 0
  const subject = isOne ? titleOf(workspace, first) : texts.find.selected(chosen.length)
  const canEdit = workspace.session.canEdit.peek() && moment.peek() === ""
  return { entries: objectiveEntries(subject, isOne, canEdit), commands: commandsOf(workspace, targets) }
}
