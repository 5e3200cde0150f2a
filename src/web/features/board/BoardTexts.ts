import { counted } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

export const board = {
  view: "View",
  views: { board: "Board", matrix: "Matrix", tree: "Tree" },
  noObjectives: "No objectives yet",
  drafts: (count: number) => counted(count, "draft"),
  onTrack: (count: number) => `${count} on track`,
  achieved: (count: number) => `${count} achieved`,
  attention: (count: number) => (count === 1 ? "1 needs attention" : `${count} need attention`),
  overdueCount: (count: number) => `${count} overdue`,
  allCount: (count: number) => counted(count, "objective"),
  principles: "Principles",
  objectives: "Objectives",
  noPrinciples: "No principles yet. What guides this team’s decisions?",
  noObjectivesHint: "No objectives yet. What does this team want to achieve?",
  noMatch: "No objectives match the filter.",
  overdue: "Overdue",
  progress: (measures: number) => `Progress of ${counted(measures, "measure")}`,
  initiativesDone: (done: number, all: number) => `${done} of ${all} done`,
  linkedTo: (title: string, count: number) => `Show only the ${counted(count, "objective")} linked to ${title}`,
  principleChip: (number: number, title: string) => `Principle ${number}: ${title}`,
  grip: "Drag to reorder, or use the menu",
  editTitle: "Edit title",
  select: "Select",
  unselect: "Unselect",
  duplicate: "Duplicate",
  moveToTeam: "Move to another team…",
  moveUp: "Move up",
  moveDown: "Move down",
  moveTop: "Move to the top",
  moveBottom: "Move to the bottom",
  moveTo: "Move to position…",
  positionOf: (position: number, all: number) => `Position ${position} of ${all}`,
  position: (index: number) => `Position ${index + 1}`
}

export const positionTexts = {
  title: (title: string) => `Move “${title}”`,
  label: (count: number) => `New position (1 to ${count})`,
  submit: "Move",
  invalid: (count: number) => `Enter a whole number from 1 to ${count}.`
}

export const firstStepTexts = {
  title: "Get started",
  hint: "What does this team want to achieve, and what guides its decisions? You can change, move or undo everything later.",
  principle: "Add the first principle",
  objective: "Add the first objective",
  open: "Open the objective"
}

export const carryOver = {
  offer: (count: number, quarter: string) => `Carry over ${counted(count, "open objective")} to ${quarter}…`,
  title: (quarter: string) => `Carry over to ${quarter}`,
  hint: "Their dates move. Status, reasons, measures and initiatives stay.",
  submit: "Carry over",
  done: (count: number, quarter: string) => `Moved ${counted(count, "objective")} to ${quarter}.`
}

export const boardFilter = {
  label: "Filter objectives",
  search: "Search objectives",
  withoutPrinciple: "No principle",
  byPrinciple: (number: number, title: string) => `${number}. ${title}`,
  clear: "Show all",
  count: (shown: number, all: number) => `${shown} of ${counted(all, "objective")}.`,
  locked: "Show all to reorder."
}
