import { formatNumber } from "../../texts/Formats.ts"
import type { EntryKind } from "./Search.ts"

const kinds: Readonly<Record<EntryKind, string>> = {
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
export { kinds }
export const loading = "Fetching the titles of all teams…"
export const failed = "The titles could not be fetched: the server does not answer."
export const failedAgain = "The server does not answer: these are the titles of before."
export const none = (query: string) => `Nothing has the words “${query}”.`
export const found = (shown: number, total: number) => {
  if (shown < total) return `The first ${formatNumber(shown)} of ${formatNumber(total)} found.`
  return total === 1 ? "1 found." : `${formatNumber(total)} found.`
}
export const searched = (count: number) => `Finds ${formatNumber(count)} titles, by words in any order.`
export const searchedPart = (count: number, total: number) =>
  `Finds ${formatNumber(count)} of ${formatNumber(total)} titles: with so many, initiatives and measures are found only in some teams.`
export const within = (titles: ReadonlyArray<string>) => titles.join(" › ")
