import { forPrograms, writeCells } from "../shared/Csv.ts"
import { cellsOf, headerOf } from "./TeamCells.ts"
import { type TeamContents, teamTree } from "./TeamContents.ts"

interface DownloadedTeam extends TeamContents {
  readonly team: { readonly id: string; readonly name: string; readonly color: string }
}

const csvOf = (file: DownloadedTeam | { readonly teams: ReadonlyArray<DownloadedTeam> }): string =>
  writeCells([
    headerOf(true),
    ...("teams" in file ? file.teams : [file]).flatMap((one) =>
      cellsOf(teamTree({ ...one.team, ...one }), true, forPrograms)
    )
  ])

/** The CSV of what was downloaded as JSON, of one team or of all; any other text as it is. */
export const withoutJson = (text: string): Promise<string> =>
  /^\uFEFF?\s*\{/.test(text)
    ? Promise.resolve(text.replace(/^\uFEFF/, ""))
        .then(JSON.parse)
        .then(csvOf)
        .catch(() => text)
    : Promise.resolve(text)
