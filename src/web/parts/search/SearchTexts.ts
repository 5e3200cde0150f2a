import { counted } from "../../texts/values/Counted.ts"
import { formatNumber } from "../../texts/values/PageFormats.ts"

/** In the order in which equally good results are listed. */
export const kinds = {
  objectiveCommand: "Action",
  team: "Team",
  command: "Action",
  objective: "Objective",
  principle: "Principle",
  initiative: "Initiative",
  measure: "Measure",
  teamCommand: "Action"
}

export const results = "Results"
export const none = (query: string) => `No results for “${query}”.`
export const count = (shown: number, total: number) =>
  shown < total ? `First ${formatNumber(shown)} of ${counted(total, "result")}.` : `${counted(total, "result")}.`
export const within = (titles: ReadonlyArray<string>) => titles.join(" › ")
