import { counted } from "../../texts/Counted.ts"
import { formatNumber } from "../../texts/Formats.ts"

/** In the order in which equally good results stand. */
export const kinds = {
  team: "Team",
  command: "Action",
  objective: "Objective",
  principle: "Principle",
  initiative: "Initiative",
  measure: "Measure",
  teamCommand: "Action"
}

export const title = "Find"
export const label = "Find a team, an objective … or an action"
export const results = "Results"
export const loading = "Fetching the titles of all teams…"
export const failed = "The titles could not be fetched: the server does not answer."
export const failedAgain = "The server does not answer: these are the titles of before."
export const none = (query: string) => `Nothing has the words “${query}”.`
export const found = (shown: number, total: number) =>
  `${shown < total ? `The first ${formatNumber(shown)} of ` : ""}${formatNumber(total)} found.`
export const searched = (count: number) => `Finds ${counted(count, "title")}, by words in any order.`
export const searchedPart = (count: number, total: number) =>
  `Finds ${formatNumber(count)} of ${formatNumber(total)} titles: with so many, initiatives and measures are found only in some teams.`
export const within = (titles: ReadonlyArray<string>) => titles.join(" › ")
