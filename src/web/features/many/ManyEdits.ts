import type { ValueOf } from "../../../shared/FieldEdits.ts"
import { groupedByTitle, isSameTitle } from "../../../shared/NormalizedText.ts"
import type { ObjectiveStatus } from "../../../shared/Statuses.ts"
import { dataOf, eventTypeOf, type Field, field, nameOf } from "../../workspace/Field.ts"
import { nounOfField } from "../../workspace/FieldRows.ts"
import { type Dates, dateChanges, type Planned, setDates } from "../../workspace/objective/PlannedDates.ts"
import { askReason, reasonedStatusOf } from "../../workspace/objective/StatusReason.ts"
import type { BatchStep } from "../../workspace/outbox/Batch.ts"
import { makeAsOne } from "../../workspace/outbox/OneChange.ts"
import type { Objective, Principle } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { type Item, titlesOf } from "./Items.ts"
import * as texts from "./ManyTexts.ts"

type ManyKind = "objective.status" | "objective.owner" | "objective.parent"

const shownValues: { readonly [K in ManyKind]: (objective: Objective) => ValueOf<K> } = {
  "objective.status": reasonedStatusOf,
  "objective.owner": ({ owner }) => owner,
  "objective.parent": ({ parentId }) => parentId
}

const fieldOf = <K extends ManyKind>(kind: K, { team, objective }: Item): Field<K> => field(kind, team.id, objective.id)

/** The value as the user has seen it. */
const shownValue = <K extends ManyKind>(kind: K, { objective, sequenceNumber }: Item) => ({
  value: shownValues[kind](objective),
  sequenceNumber
})

const edit = (
  { objective, sequenceNumber }: Item,
  eventType: BatchStep["body"]["eventType"],
  data: BatchStep["body"]["data"]
): BatchStep => ({
  title: objective.title,
  body: { eventType, targetId: objective.id, data, lastSeenSequence: sequenceNumber }
})

/** What all have; null where they differ. */
const common = <A>(values: ReadonlyArray<A>): A | null => {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? null : first
}

/** Sets a field of objectives: of one like any other edit, of several as one change. */
export const setField = async <K extends ManyKind>(
  workspace: Workspace,
  items: ReadonlyArray<Item>,
  kind: K,
  value: ValueOf<K>
): Promise<void> => {
  const [only, ...others] = items
  if (only === undefined) return
  const ofOne = fieldOf(kind, only)
  if (others.length === 0) return workspace.outbox.edits.saveValue(ofOne, shownValue(kind, only), value)
  const wording = texts.edited(nounOfField(nameOf(ofOne)), titlesOf(items))
  const steps = items.map((item) => edit(item, eventTypeOf(ofOne), dataOf(ofOne, value)))
  return makeAsOne(workspace, wording, steps)
}

/** Sets the status of objectives; of one whose row shows a picker, the page asks for the reason there. */
export const setStatus = (workspace: Workspace, items: ReadonlyArray<Item>, status: ObjectiveStatus): void => {
  const [only, ...others] = items
  const kind = "objective.status"
  const isAsked = others.length === 0 && document.querySelector(`[data-id="${only?.objective.id}"] .picker`) !== null
  if (only !== undefined && isAsked) askReason(workspace, fieldOf(kind, only), shownValue(kind, only), status)
  else void setField(workspace, items, kind, { status, note: "" })
}

/** Opens the list of owners beside what had the focus. */
export const askOwner = (workspace: Workspace, items: ReadonlyArray<Item>, opener: Element | null): void => {
  if (!(opener instanceof HTMLElement)) return
  workspace.panels.ownerChoice.value = {
    opener,
    label: texts.form.owner(titlesOf(items)),
    owner: common(items.map(({ objective }) => objective.owner)) ?? "",
    onChoose: (owner) => void setField(workspace, items, "objective.owner", owner)
  }
}

/** What the page knows of an objective's period. */
const plannedOf = ({ team, objective, sequenceNumber }: Item): Planned => ({
  ...objective,
  teamId: team.id,
  sequenceNumber
})

/** Sets both dates of objectives as one change. */
export const setPeriod = async (workspace: Workspace, items: ReadonlyArray<Item>, dates: Dates): Promise<void> => {
  const [only, ...others] = items
  if (only !== undefined && others.length === 0) return setDates(workspace, plannedOf(only), dates)
  const steps = items.flatMap((item) =>
    dateChanges(plannedOf(item), dates)
      .filter(({ shown, mine }) => shown.value !== mine)
      .map(({ field, mine }) => edit(item, eventTypeOf(field), dataOf(field, mine)))
  )
  return makeAsOne(workspace, texts.edited(texts.periods.noun, titlesOf(items)), steps)
}

/** Asks for the days of a period. */
export const askDays = (workspace: Workspace, items: ReadonlyArray<Item>): void => {
  const planned = items.map(plannedOf)
  workspace.panels.daysChoice.value = {
    title: texts.form.period(titlesOf(items)),
    startDate: common(planned.map(({ startDate }) => startDate)),
    dueDate: common(planned.map(({ dueDate }) => dueDate)),
    save: (dates) => void setPeriod(workspace, items, dates)
  }
}

/** The principles, by title, that the teams of all objectives have, and whether all are linked to them. */
export const commonPrinciples = (items: ReadonlyArray<Item>) => {
  const [first, ...others] = [...new Set(items.map(({ team }) => team))].map(({ principles }) => principles.peek())
  return groupedByTitle(first ?? [])
    .map(([{ title }]) => title)
    .filter((title) => others.every((principles) => principles.some((one) => isSameTitle(one.title, title))))
    .map((title) => ({
      title,
      isLinked: items.every(({ objective }) => objective.principles.some((one) => isSameTitle(one.title, title)))
    }))
}

/** The principle of that title in the objective's team. */
const principleOf = ({ team }: Item, title: string): Principle | undefined =>
  team.principles.peek().find((one) => isSameTitle(one.title, title))

export const setLinks = (
  workspace: Workspace,
  items: ReadonlyArray<Item>,
  title: string,
  isLinked: boolean
): Promise<void> => {
  const wording = (isLinked ? texts.linked : texts.unlinked)(titlesOf(items), title)
  const steps = items.flatMap((item) => {
    const principle = principleOf(item, title)
    if (principle === undefined) return []
    const link = field("objective.principle", item.team.id, item.objective.id, principle.id)
    return edit(item, eventTypeOf(link), dataOf(link, isLinked))
  })
  return makeAsOne(workspace, wording, steps)
}

export const removeAll = (workspace: Workspace, items: ReadonlyArray<Item>): Promise<void> => {
  const steps = items.map((item): BatchStep => {
    const { id, title } = item.objective
    return { title, body: { eventType: "delete_objective", targetId: id, data: {} } }
  })
  return makeAsOne(workspace, texts.deleted(titlesOf(items)), steps)
}
