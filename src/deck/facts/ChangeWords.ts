import { quoted } from "../../domain/entities/Wording.ts"
import type { Change, ChangeKind } from "./Changes.ts"
import { shortDate } from "./Dates.ts"
import { counted, percentText, quantityText } from "./Numbers.ts"
import { initiativeMarks, objectiveMarks } from "./Statuses.ts"
import type { Subject } from "./Subject.ts"

/** What a list of changes of one kind is called. */
export const changeHeadings: Readonly<Record<ChangeKind, string>> = {
  added: "Added",
  removed: "Removed",
  objectiveStatus: "Status of objectives",
  initiativeStatus: "Status of initiatives",
  value: "Measured values",
  dueDate: "Due dates",
  renamed: "Renamed",
  described: "Descriptions",
  linked: "Links made",
  unlinked: "Links removed"
}

export const subjectNouns: Readonly<Record<Subject["type"], string>> = {
  team: "Team",
  principle: "Principle",
  objective: "Objective",
  initiative: "Initiative",
  measure: "Measure"
}

const partsText = (parts: ReadonlyArray<Subject>): string => {
  const count = (type: Subject["type"]) => parts.filter((part) => part.type === type).length
  const counts = [
    [count("measure"), "measure"],
    [count("initiative"), "initiative"]
  ] as const
  const named = counts.flatMap(([number, noun]) => (number === 0 ? [] : [counted(number, noun)]))
  return named.length === 0 ? "" : `with ${named.join(" and ")}`
}

const due = (date: string | null): string => (date === null ? "none" : shortDate(date))

/** What stands beside the subject's name: `On track → At risk`; empty where the kind of change says it all. */
export const changeDetail = (change: Change): string => {
  switch (change.kind) {
    case "added":
    case "removed":
      return partsText(change.parts)
    case "objectiveStatus":
      return `${objectiveMarks[change.from].word} → ${objectiveMarks[change.to].word}`
    case "initiativeStatus":
      return `${initiativeMarks[change.from].word} → ${initiativeMarks[change.to].word}`
    case "value": {
      const { from, to, unit, fromPercent, toPercent } = change
      const percents = `${percentText(fromPercent)} → ${percentText(toPercent)}`
      return `${quantityText(from, unit)} → ${quantityText(to, unit)} (${percents})`
    }
    case "dueDate":
      return `${due(change.from)} → ${due(change.to)}`
    case "renamed":
      return `was ${quoted(change.from)}`
    case "described":
      return change.empty ? "description removed" : "description changed"
    case "linked":
      return `linked to ${quoted(change.principle)}`
    case "unlinked":
      return `no longer linked to ${quoted(change.principle)}`
  }
}

/** `Objective 'Grow': On track → At risk`. Long names are shortened. */
export const changeWords = (change: Change): string => {
  const { type, name, within } = change.subject
  const subject = `${subjectNouns[type]} ${quoted(name)}${within === null ? "" : ` of ${quoted(within)}`}`
  const detail = changeDetail(change)
  if (change.kind !== "added" && change.kind !== "removed") return `${subject}: ${detail}`
  return `${subject} ${change.kind}${detail === "" ? "" : ` ${detail}`}`
}
