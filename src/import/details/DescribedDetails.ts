import { makeNotes, type Notes } from "../ImportNotes.ts"
import { type Planned, planOf } from "../ImportPlan.ts"
import { type ImportItem, newItem } from "../ImportTree.ts"
import * as texts from "../NoteTexts.ts"
import { planParents } from "../parents/ParentPlan.ts"
import * as questions from "../QuestionTexts.ts"
import { readPeriodText } from "../RowDetails.ts"
import type { Entity } from "../TeamContents.ts"
import type { Answers } from "../values/Answers.ts"
import { isTwoWay } from "../values/Dates.ts"
import { partsOfPeriod } from "../values/Periods.ts"

/** What a text does not tell; without an order of day and month, dates of which it would decide are left. */
export interface DetailAnswers {
  readonly isDayFirst?: boolean
  readonly periods: Answers
}

const ofKind = ({ below }: Entity, kind: Entity["kind"]): ReadonlyArray<Entity> =>
  below.filter((one) => one.kind === kind)

const descriptionOf = ({ fields }: Entity): string => String(fields.description ?? "")

/** The parts of the lines that an import wrote, about the objective itself or about the `subject` in it. */
const partsOf = (objective: Entity, subject: string): ReadonlyArray<string> =>
  descriptionOf(objective)
    .split("\n")
    .flatMap((line) => {
      const found = texts.asideIn(line)
      return found?.subject === subject ? found.parts : []
    })

const saidIn = (parts: ReadonlyArray<string>, column: "owner" | "period" | "parent"): string | undefined =>
  parts.map((part) => texts.valueIn(part, column)).find((value) => value)

const isEmpty = (value: unknown): boolean => value === "" || value === null || value === undefined

/** The days of a period, if they are told. */
const periodIn = (text: string, row: number, { isDayFirst, periods }: DetailAnswers, notes: Notes) => {
  const isOpen = isDayFirst === undefined && partsOfPeriod(text).some(isTwoWay)
  if (isOpen) notes.ask(row, questions.dates(true))
  const reading = { isDayFirst: isDayFirst ?? true, periods }
  return isOpen ? undefined : readPeriodText({ notes, reading, years: () => [] }, row, text)
}

const initiativeItem = (objective: Entity, initiative: Entity, row: number): ImportItem => {
  const isMeasure = ofKind(objective, "progress").some(({ title }) => title === initiative.title)
  const owner = isMeasure ? undefined : saidIn(partsOf(objective, initiative.title), "owner")
  const isTaken = owner !== undefined && isEmpty(initiative.fields.owner)
  return newItem("initiative", row, initiative.title, isTaken ? { owner } : {})
}

/** What the description of an objective says for fields that are empty, as a row of an import would. */
const objectiveItem = (objective: Entity, row: number, answers: DetailAnswers, notes: Notes): ImportItem => {
  const { fields, title } = objective
  const parts = partsOf(objective, "")
  const [owner, written, parent] = (["owner", "period", "parent"] as const).map((column) => saidIn(parts, column))
  const period = written === undefined ? undefined : periodIn(written, row, answers, notes)
  const item = newItem("objective", row, title, {
    ...(owner !== undefined && isEmpty(fields.owner) && { owner }),
    ...(period?.from !== undefined && isEmpty(fields.startDate) && { startDate: period.from }),
    ...(period?.value !== undefined && isEmpty(fields.dueDate) && { dueDate: period.value })
  })
  if (parent !== undefined && isEmpty(fields.parentId)) item.parents.push({ row, texts: [parent] })
  item.below.push(...ofKind(objective, "initiative").map((one) => initiativeItem(objective, one, row)))
  return item
}

/** Whether a part is in fields now, or will be by the plan. */
const isInField = (part: string, { title, parent, changes, below }: Planned, subject: string): boolean => {
  const item = subject === "" ? changes : below.find((one) => one.title === subject)?.changes
  const isChanged = (field: string): boolean => item?.some((change) => change.field === field) ?? false
  if (texts.valueIn(part, "owner") !== undefined) return isChanged("owner")
  if (subject !== "" || title === "") return false
  if (texts.valueIn(part, "period") !== undefined) return isChanged("startDate") || isChanged("dueDate")
  return texts.valueIn(part, "parent") !== undefined && parent !== undefined
}

/** Plans the description without what became fields; what stays because its field has another value gets a note. */
const planDescription = (planned: Planned, objective: Entity, notes: Notes): void => {
  const before = descriptionOf(objective)
  const lines = before.split("\n").flatMap((line) => {
    const found = texts.asideIn(line)
    if (found === undefined) return [line]
    const left = found.parts.filter((part) => !isInField(part, planned, found.subject))
    return left.length === 0 ? [] : [texts.asideOf(found.subject, left)]
  })
  const after = lines.join("\n").trim()
  const { owner, startDate, dueDate, parentId } = objective.fields
  const filled = {
    owner: !isEmpty(owner),
    period: !isEmpty(startDate) && !isEmpty(dueDate),
    parent: !isEmpty(parentId)
  }
  for (const part of partsOf(objective, ""))
    for (const column of ["owner", "period", "parent"] as const)
      if (filled[column] && texts.valueIn(part, column) !== undefined) notes.add(planned.row, texts.hasValue(part))
  if (after === before) return
  planned.changes.push({
    ...{ field: "description", data: { description: after } },
    differences: [{ noun: "description", before, after }]
  })
}

/**
 * Plans the edits that move what earlier releases wrote into descriptions, such as “Owner: Ann · Period: Q1 2027”, into fields that
 * are empty. Rows of notes and questions are the numbers of objectives, of all teams in order.
 */
export const planDetails = (teams: ReadonlyArray<Entity>, answers: DetailAnswers) => {
  const notes = makeNotes()
  const objectives = teams.flatMap((team) => ofKind(team, "objective").map((objective) => ({ team, objective })))
  const plans = teams.map((team) => {
    const below = objectives.flatMap((one, at) =>
      one.team === team ? [objectiveItem(one.objective, at + 1, answers, notes)] : []
    )
    return planOf({ ...newItem("team", 0, team.title), below }, team, false, notes)
  })
  planParents(plans, teams, notes)
  const byId = new Map(objectives.map(({ objective }) => [objective.id, objective]))
  for (const planned of plans.flatMap(({ below }) => below)) {
    const objective = byId.get(planned.existing?.id ?? "")
    if (objective !== undefined) planDescription(planned, objective, notes)
  }
  const nameOf = (row: number): string => {
    const { objective, team } = objectives[row - 1] ?? {}
    return `${objective?.title} (${team?.title})`
  }
  return { plans, notes: notes.list(), questions: notes.questions(), nameOf }
}
