export * as alignment from "../../texts/AlignmentTexts.ts"
export * from "../../texts/SharedTexts.ts"

export const company = {
  title: "Tree of all teams",
  notLoaded: "Couldn’t load the tree.",
  by: "Arrange",
  bys: { objectives: "By objective", principles: "By principle" },
  empty: "No objectives yet",
  none: "No objective supports another yet. Choose what an objective supports where it is open.",
  alone: "Neither support nor are supported",
  below: (title: string) => `What supports “${title}”`,
  of: (title: string) => `Objectives: ${title}`
}

export const tree = {
  toCompany: "Tree of all teams",
  label: "Principles with their objectives and measures",
  noPrinciple: "No principle",
  noObjective: "No objective",
  empty: "Nothing planned yet",
  toBoard: "Go to the board",
  lastCheckIn: (day: string) => `checked in ${day}`
}
