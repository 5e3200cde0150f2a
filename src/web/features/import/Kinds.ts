import { searchable } from "../../texts/NormalizedText.ts"
import { readInitiativeStatus } from "./StatusWords.ts"
import type { Initiative } from "./Things.ts"

const words = {
  principle: "principle|prinzip|prinzipien|grundsatz|grundsatze|leitsatz|leitsatze",
  objective: "objective|goal|ziel|ziele|okr",
  group: "group|theme|workstream|gruppe|gruppen|thema|themen",
  initiative:
    "initiative|project|task|action|projekt|projekte|maßnahme|maßnahmen|massnahme|massnahmen|aufgabe|aufgaben",
  measure: "measure|key result|kr|kpi|metric|progress|progress measure|kennzahl|kennzahlen|messgroße|messgroßen"
} as const

export type Kind = keyof typeof words

export const kinds = Object.keys(words) as ReadonlyArray<Kind>

/** The kind of thing that a word names, in the singular or the plural. */
export const kindOf = (text: string): Kind | undefined => {
  const word = searchable(text).trim()
  return kinds.find((kind) => words[kind].split("|").some((known) => known === word || `${known}s` === word))
}

const bullet = /^(?:[-*•–·+]|\d{1,2}[.)])\s+/

const checkbox = /^\[([ xX])\]\s*/

export const withoutBullet = (line: string): string => line.replace(bullet, "")

/** A line of a list as an initiative; a ticked box says that it is done. */
export const initiativeOf = (row: number, line: string, group: string, status: Initiative["status"]): Initiative => {
  const text = withoutBullet(line)
  const [box, mark] = checkbox.exec(text) ?? []
  const ticked = mark === undefined ? undefined : readInitiativeStatus(mark)?.status
  return { row, title: text.slice(box?.length ?? 0), group, status: ticked ?? status }
}
