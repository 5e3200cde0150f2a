import * as counts from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

export const caption = "Objectives by principle"
export const objective = "Objective"
export const total = "Total"
export const links = "Links"
export const hint = "Arrow keys move, Enter or Space links and unlinks."
export const noPrinciple = "no principle"
export const noObjective = "no objective"
export const withoutPrinciple = (count: number) => `${counts.objectives(count)} without a principle`
export const withoutObjective = (count: number) => `${counts.principles(count)} without an objective`
export const complete = "Every objective has a principle, and every principle an objective."
export const linked = "linked"
export const empty = "Nothing to link yet"
export const emptyHint = "The matrix links objectives to principles. Add at least one of each on the board."
export const toBoard = "Go to the board"
