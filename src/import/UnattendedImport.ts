import { entityTypes } from "../shared/EventTypes.ts"
import { newIn } from "./ImportPlan.ts"
import { nounOf } from "./NoteTexts.ts"
import { type ImportContext, type ReadImport, readImport } from "./ReadImport.ts"

/** Reads a text that nobody looks at meanwhile. `here`: the name or id of the team for rows that name none. */
export const readUnattended = (
  text: string,
  here: string | undefined,
  known: Pick<ImportContext, "teams" | "contentsOf" | "mayCreateTeams">
): ReadImport =>
  readImport(
    text,
    {},
    {
      ...({ isDayFirst: true, decimal: ".", top: "objective", isAgain: false } as const),
      ...known,
      here: known.teams.find(({ id, name }) => here === id || here === name)
    }
  )

/** Rows of a note that are listed one by one. */
const maxRows = 8

/** What is to be made of each team, and what is unclear, as lines for people. */
export const summaryOf = ({ teams, notes }: Pick<ReadImport, "teams" | "notes">): string =>
  [
    ...teams.map((team) => {
      const made = newIn([team])
      const counts = entityTypes.flatMap((kind) => {
        const count = made.filter((one) => one.kind === kind).length
        return count === 0 ? [] : `${count} ${nounOf(kind)}${count === 1 ? "" : "s"}`
      })
      return `${team.title}: ${counts.join(", ") || "nothing new"}`
    }),
    ...notes.map(({ text, rows }) => {
      const more = rows.length > maxRows ? ` and ${rows.length - maxRows} more` : ""
      return `  ${text} Row${rows.length === 1 ? "" : "s"} ${rows.slice(0, maxRows).join(", ")}${more}`
    })
  ].join("\n")
