import * as counts from "../../texts/Counted.ts"

export const caption = "Which objective serves which principle"
export const objective = "Objective"
export const total = "Total"
export const objectives = "Objectives"
export const hint = "Arrow keys move, Space links and unlinks."
export const noPrinciple = "no principle"
export const noObjective = "no objective"
export const withoutPrinciple = (count: number) => `${counts.objectives(count)} without a principle`
export const withoutObjective = (count: number) => `${counts.principles(count)} without an objective`
export const complete = "Every objective has a principle, and every principle an objective."
export const linked = "linked"
export const empty = "There is nothing to link yet"
export const emptyHint = "The matrix shows objectives beside principles: add one of each on the board."
export const toBoard = "To the board"
