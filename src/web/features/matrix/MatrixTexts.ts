import * as counts from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

export const matrix = {
  caption: "Objectives by principle",
  objective: "Objective",
  total: "Total",
  links: "Links",
  hint: "Arrow keys move, Enter or Space links and unlinks.",
  noPrinciple: "no principle",
  noObjective: "no objective",
  withoutPrinciple: (count: number) => `${counts.objectives(count)} without a principle`,
  withoutObjective: (count: number) => `${counts.principles(count)} without an objective`,
  complete: "Every objective has a principle, and every principle an objective.",
  linked: "linked",
  empty: "Nothing to link yet",
  emptyHint: "The matrix links objectives to principles. Add at least one of each on the board.",
  toBoard: "Go to the board"
}
