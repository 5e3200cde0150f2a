import { counted } from "../../texts/values/Counted.ts"
import { formatNumber } from "../../texts/values/PageFormats.ts"

export * as alignment from "../../texts/AlignmentTexts.ts"
export * from "../../texts/SharedTexts.ts"

export const facts = {
  status: "Status",
  owner: "Owner",
  period: "Period",
  forecast: "Forecast",
  principles: "Principles",
  noPrinciples: "None",
  why: "Why this status",
  addReason: "Add a reason",
  noReason: "No reason given",
  said: (name: string, ago: string) => ` · ${name}, ${ago}`,
  editReason: (title: string) => `Edit the reason for the status of ${title}`
}

export const measures = {
  title: "Measures",
  none: "No measures yet.",
  add: "Add measure",
  addTitle: "New measure",
  name: "Name",
  unit: "Unit (optional)",
  start: "Start",
  target: "Target",
  value: "Value",
  current: "Current value (defaults to start)",
  create: "Create measure",
  nameMissing: "Enter a name.",
  tooLarge: "This number is too large.",
  sameAsStart: "Must differ from the start.",
  correctEntry: "Edit measure…",
  correctTitle: "Edit measure",
  correct: "Save",
  definition: "Measure",
  figuresHint: "Start, current value, target",
  save: "Save check-in",
  same: "Same as the last check-in.",
  checkIns: (count: number, from: number, to: number) =>
    count === 1
      ? `1 check-in: ${formatNumber(to)}`
      : `${count} check-ins from ${formatNumber(from)} to ${formatNumber(to)}`,
  noCheckIns: "Couldn’t load the check-ins."
}

export const initiatives = {
  title: "Initiatives",
  none: "No initiatives yet.",
  ungrouped: "No group",
  changed: (who: string, when: string) => `Last changed by ${who}, ${when}`,
  addUngrouped: "Add initiative",
  drag: "Drag to move",
  up: "Move up",
  down: "Move down",
  toGroup: (name: string) => `Move to “${name}”`,
  outOfGroup: "Move out of the group",
  position: (group: string, position: number) => `${group}, position ${position}`,
  doneOf: (done: number, all: number) => `${done} of ${all} done`
}

export const page = {
  link: "Charts and check-ins",
  today: "Today",
  progress: "Progress",
  overdue: "Overdue",
  forecast: (percent: number, day: string) => `At this rate, ${percent}% by ${day}`,
  forecastValue: (value: string, day: string, target: string) => `At this rate, ${value} by ${day}; target ${target}`,
  reachesTarget: (day: string) => `At this rate, target reached by ${day}`,
  chartOf: (name: string) => `Check-ins on ${name}`,
  point: (day: string, value: string, note: string) => [`${day}: ${value}`, note].filter(Boolean).join(". "),
  expectedLine: "Expected",
  expected: (value: string) => `${value} expected`,
  all: (count: number) => `All ${counted(count, "check-in")}`,
  columns: {
    date: "Date",
    value: "Value",
    progress: "Progress",
    confidence: "Confidence",
    note: "Note",
    by: "By"
  },
  checkIn: (value: string, day: string) => `${value}, ${day}`,
  correct: (checkIn: string) => `Correct the check-in: ${checkIn}`,
  takeOut: (checkIn: string) => `Delete the check-in: ${checkIn}`,
  notes: "Notes",
  noNotes: "No notes yet. Add one with a check-in or a status."
}
