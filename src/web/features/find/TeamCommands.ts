import { folded, queryWords } from "../../../shared/NormalizedText.ts"
import { type Entry, maxWords, prepared, type SearchIndex } from "../../parts/search/Search.ts"
import * as texts from "./FindTexts.ts"

interface Context {
  /** Empty when the page shows no team. */
  readonly shownTeam: string
  /** The command whose team is being chosen; empty for none. */
  readonly chosen: string
}

/** Whether the words of a command, and those by which people look for it, say all that is typed: no team is named. */
const saysAll = (command: string, words: ReadonlyArray<string>): boolean => {
  const own = folded(command)
  return words.every((word) => own.includes(word))
}

/**
 * The index with one line for each command of teams that the query does not name a team for: that of the shown team, else
 * one that asks for a team.
 */
export const withOneLineACommand = (index: SearchIndex, query: string, { shownTeam, chosen }: Context): SearchIndex => {
  const words = queryWords(query, maxWords)
  const asked = new Map<string, Entry>()
  const kept = index.filter(({ entry }) => {
    const { kind, id, teamId } = entry
    if (kind !== "teamCommand" || id === chosen) return true
    const command = texts.teamCommands[id as keyof typeof texts.teamCommands]("")
    if (!saysAll(`${command} ${entry.keywords ?? ""}`, words)) return true
    if (shownTeam === "") asked.set(id, { ...entry, teamId: "", title: `${command}${texts.find.aTeam}` })
    return teamId === shownTeam
  })
  return [...kept, ...prepared([...asked.values()])]
}

/** Whether an entry asks for the team that it is to be done with. */
export const asksForTeam = ({ kind, teamId }: Entry): boolean => kind === "teamCommand" && teamId === ""

/** What the input has while a team is chosen for a command. */
export const queryFor = ({ title }: Entry): string => title.slice(0, -texts.find.aTeam.length)
