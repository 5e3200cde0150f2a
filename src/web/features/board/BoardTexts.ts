import { counted } from "../../texts/Counted.ts"

export const view = "View"
export const views = { board: "Board", matrix: "Matrix" }
export const print = "Print"
export const noObjectives = "No objectives yet"
export const onTrack = (count: number) => `${count} on track`
export const achieved = (count: number) => `${count} achieved`
export const attention = (count: number) => (count === 1 ? "1 needs attention" : `${count} need attention`)
export const overdueCount = (count: number) => `${count} overdue`
export const allCount = (count: number) => counted(count, "objective")
export const principles = "Principles"
export const objectives = "Objectives"
export const noPrinciples = "No principles yet: what guides this team’s decisions?"
export const noObjectivesHint = "No objectives yet: what does this team want to achieve?"
export const noneShown = "No objective passes the filter."
export const dueDate = "Due date"
export const noDueDate = "No due date"
export const overdue = "Overdue"
export const progress = (measures: number) => `Progress of ${counted(measures, "measure")}`
export const initiativesDone = (done: number, all: number) => `${done} of ${all} done`
export const linkedTo = (title: string, count: number) =>
  `Show only the ${counted(count, "objective")} linked to ${title}`
export const principleChip = (number: number, title: string) => `Principle ${number}: ${title}`
export const links = (title: string) => `Principles of ${title}`
export const details = (title: string) => `Details of ${title}`
export const grip = "Drag to another place; its menu moves it too"
export const moveUp = "Move up"
export const moveDown = "Move down"
export const moveTop = "Move to the top"
export const moveBottom = "Move to the bottom"
export const moveTo = "To place…"
export const placed = (place: number, all: number) => `Place ${place} of ${all}`
export const place = (text: string) => `Place ${Number(text) + 1}`
