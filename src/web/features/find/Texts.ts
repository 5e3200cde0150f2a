import { formatNumber } from "../../texts/Formats.ts"
import { texts as shared } from "../../texts/Texts.ts"
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

const find = {
  title: "Find",
  label: "Find a team, an objective … or an action",
  results: "Results",
  kinds,
  loading: "Fetching the titles of all teams…",
  failed: "The titles could not be fetched: the server does not answer.",
  failedAgain: "The server does not answer: these are the titles of before.",
  none: (query: string) => `Nothing has the words “${query}”.`,
  found: (shown: number, total: number) => {
    if (shown < total) return `The first ${formatNumber(shown)} of ${formatNumber(total)} found.`
    return total === 1 ? "1 found." : `${formatNumber(total)} found.`
  },
  searched: (count: number) => `Finds ${formatNumber(count)} titles, by words in any order.`,
  searchedPart: (count: number, total: number) =>
    `Finds ${formatNumber(count)} of ${formatNumber(total)} titles: with so many, initiatives and measures are found only in some teams.`,
  within: (titles: ReadonlyArray<string>) => titles.join(" › ")
}

const commands = {
  teams: "Go to all teams",
  log: "Go to the log",
  users: "Go to the users",
  accountLog: "Go to the account log",
  newTeam: "New team",
  copyLink: "Copy the link to this page",
  light: "Light theme",
  dark: "Dark theme",
  system: "Theme as the system",
  keys: "Keyboard shortcuts",
  password: "Change password",
  signOut: "Sign out"
}

const teamCommands = {
  newObjective: (team: string) => `New objective in ${team}`,
  matrix: (team: string) => `Matrix of ${team}`,
  history: (team: string) => `History of ${team}`,
  export: (team: string) => `Export ${team}`
}

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, find, commands, teamCommands }
