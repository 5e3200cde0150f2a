import { forPrograms, writeCells } from "../../shared/Csv.ts"
import { cellsOf, headerOf, parentNames } from "../TeamCells.ts"
import { type TeamContents, teamTree } from "../TeamContents.ts"

interface DownloadedTeam extends TeamContents {
  readonly team: { readonly id: string; readonly name: string; readonly color: string }
}

const csvOf = (file: DownloadedTeam | { readonly teams: ReadonlyArray<DownloadedTeam> }): string => {
  const teams = ("teams" in file ? file.teams : [file]).map((one) => teamTree({ ...one.team, ...one }))
  const parentOf = parentNames(teams)
  return writeCells([headerOf(true), ...teams.flatMap((team) => cellsOf(team, true, forPrograms, parentOf))])
}

/** The CSV of what was downloaded as JSON, of one team or of all; null for other JSON, undefined for what is none. */
export const downloadedCells = async (text: string): Promise<string | null | undefined> => {
  if (!/^\s*[{[]/.test(text)) return undefined
  const parsed = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)
  return parsed === undefined
    ? undefined
    : Promise.resolve(parsed)
        .then(csvOf)
        .catch(() => null)
}
