import { texts as shared } from "../../texts/Texts.ts"

const counted = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`)

const board = {
  teamName: "Team name",
  view: "View",
  views: { board: "Board", matrix: "Matrix" },
  print: "Print",
  noObjectives: "No objectives yet",
  onTrack: (count: number) => `${count} on track`,
  achieved: (count: number) => `${count} achieved`,
  attention: (count: number) => (count === 1 ? "1 needs attention" : `${count} need attention`),
  overdueCount: (count: number) => `${count} overdue`,
  allCount: (count: number) => counted(count, "objective", "objectives"),
  principles: "Principles",
  objectives: "Objectives",
  noPrinciples: "No principles yet: what guides this team’s decisions?",
  noObjectivesHint: "No objectives yet: what does this team want to achieve?",
  noneShown: "No objective passes the filter.",
  principleTitle: "Title of the principle",
  principleDescription: "Description of the principle",
  objectiveTitle: "Title of the objective",
  description: "Description",
  noDescription: "Add a description",
  addPrinciple: "Add principle",
  newPrinciple: "Title of the new principle",
  addObjective: "Add objective",
  newObjective: "Title of the new objective",
  dueDate: "Due date",
  noDueDate: "No due date",
  overdue: "Overdue",
  progress: (measures: number) => `Progress of ${counted(measures, "measure", "measures")}`,
  initiativesDone: (done: number, all: number) => `${done} of ${all} done`,
  linkedTo: (title: string, count: number) =>
    `Show only the ${counted(count, "objective", "objectives")} linked to ${title}`,
  principleChip: (number: number, title: string) => `Principle ${number}: ${title}`,
  links: (title: string) => `Principles of ${title}`,
  details: (title: string) => `Details of ${title}`,
  actions: (title: string) => `More actions for ${title}`,
  grip: "Drag to another place; its menu moves it too",
  moveUp: "Move up",
  moveDown: "Move down",
  moveTop: "Move to the top",
  moveBottom: "Move to the bottom",
  linkTo: (number: number) => `Principle ${number}`,
  moveTo: "To place…",
  placed: (place: number, all: number) => `Place ${place} of ${all}`,
  place: (text: string) => `Place ${Number(text) + 1}`,
  link: { true: "Linked", false: "Not linked" } as Readonly<Record<string, string>>
}

const boardFilter = {
  label: "Filter objectives",
  search: "Search objectives",
  withoutPrinciple: "Without principle",
  byPrinciple: (number: number, title: string) => `${number}. ${title}`,
  clear: "Show all",
  shown: (shown: number, all: number) => `${shown} of ${all} shown.`,
  locked: "To re-order, show all."
}

const exporting = {
  label: "Export",
  preparing: "Making slides…",
  importing: "Import…",
  both: "Import, export",
  deck: "Slides (PowerPoint)",
  csv: "Spreadsheet (CSV)",
  json: "Everything (JSON)"
}

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, board, boardFilter, exporting }
