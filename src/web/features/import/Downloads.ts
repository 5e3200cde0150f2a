import { type ReadonlySignal, signal } from "@preact/signals"
import type { TeamBody } from "../../../domain/views/Views.ts"
import { cellsOf, headerOf, parentNames } from "../../../import/TeamCells.ts"
import { teamTree } from "../../../import/TeamContents.ts"
import { type CsvDialect, excelDialect, forPrograms, markOf, writeCells } from "../../../shared/Csv.ts"
import { dateOfDay } from "../../../shared/Days.ts"
import type { TeamViews } from "../../../shared/TeamChange.ts"
import { fail, type Result, succeed } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { serverToday } from "../../texts/values/Clock.ts"
import type { Transfer } from "../../workspace/Panels.ts"
import { makeTeam, type Objective, type Principle } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ImportTexts.ts"

type Form = Transfer["form"]

interface DownloadProgress {
  readonly done: number
  readonly total: number
}

export interface Downloads {
  /** The progress of a download of all teams; undefined while none is in progress. */
  readonly progress: ReadonlySignal<DownloadProgress | undefined>
  /** Fetches one team, or all, and saves a file with all there is in them. */
  readonly start: (form: Form, teamId: string | undefined) => Promise<void>
  readonly cancel: () => void
}

/** Teams that are fetched at the same time. */
const maxInFlight = 4

interface FetchedTeam extends TeamViews<TeamBody, Principle, Objective> {
  readonly sequenceNumber: number
}

/** A team as it is now, without keeping it; undefined when it is deleted. */
const fetchTeam = async ({ api, lifetime }: Workspace, id: string): Promise<Result<FetchedTeam | undefined>> => {
  const fetched = makeTeam(id, api.send, lifetime)
  await fetched.refresh()
  const [team, failure] = [fetched.body.peek(), fetched.failure.peek()]
  if (failure?.kind === "refused" && failure.status === 404) return succeed(undefined)
  if (team === undefined || failure !== undefined) return fail(failure ?? { kind: "unreachable" })
  const { principles, objectives, sequenceNumber } = fetched
  return succeed({
    team,
    sequenceNumber: sequenceNumber.peek(),
    principles: principles.peek(),
    objectives: objectives.peek()
  })
}

type Elsewhere = NonNullable<Parameters<typeof parentNames>[1]>

/** The objectives of all teams, if one in the file supports another one outside of it; none where they are not to be had. */
const elsewhere = async ({ api }: Workspace, files: ReadonlyArray<FetchedTeam>): Promise<Elsewhere> => {
  const objectives = files.flatMap((file) => file.objectives)
  const ids = new Set<string>(objectives.map(({ id }) => id))
  if (objectives.every(({ parentId }) => parentId === null || ids.has(parentId))) return []
  const found = await api.overview()
  if (!found.ok) return []
  const { teams, objectives: all } = found.value
  const names = new Map(teams.map(({ team }) => [team.id, team.name]))
  return all.map(({ id, title, teamId, position }) => ({
    ...{ id, title, team: names.get(teamId) ?? "", number: position + 1 }
  }))
}

const blobOf = (form: Form, files: ReadonlyArray<FetchedTeam>, hasTeams: boolean, others: Elsewhere): Blob => {
  if (form === "json") {
    const text = JSON.stringify(hasTeams ? { teams: files } : (files[0] ?? {}), undefined, 1)
    return new Blob([text], { type: "application/json" })
  }
  const dialect: CsvDialect = form === "excel" ? excelDialect(navigator.language) : { ...forPrograms, hasMark: true }
  const teams = files.map((file) => teamTree({ ...file.team, ...file }))
  const parentOf = parentNames(teams, others)
  const rows = teams.map((team) => writeCells(cellsOf(team, hasTeams, dialect, parentOf), dialect))
  return new Blob([markOf(dialect), writeCells([headerOf(hasTeams)], dialect), ...rows], { type: "text/csv" })
}

/** `name`: that of a team; without one, of all. */
const fileName = (form: Form, name: string | undefined): string =>
  `${name === undefined ? "" : `${name}-`}strategy-${dateOfDay(serverToday())}.${form === "excel" ? "csv" : form}`.replaceAll(
    /[\\/:*?"<>|\p{Cc}\s]+/gu,
    "-"
  )

export const makeDownloads = (workspace: Workspace): Downloads => {
  const { api, toasts } = workspace
  const progress = signal<DownloadProgress | undefined>(undefined)
  /** Fetches the teams a few at a time, until the download is cancelled. */
  const fetchAll = async (
    teams: ReadonlyArray<{ readonly id: string }>
  ): Promise<Result<ReadonlyArray<FetchedTeam>>> => {
    const fetched: Array<FetchedTeam> = []
    for (let at = 0; at < teams.length && progress.peek() !== undefined; at += maxInFlight) {
      progress.value = { done: at, total: teams.length }
      const files = await Promise.all(teams.slice(at, at + maxInFlight).map(({ id }) => fetchTeam(workspace, id)))
      for (const file of files) {
        if (!file.ok) return file
        if (file.value !== undefined) fetched.push(file.value)
      }
    }
    return succeed(fetched)
  }
  return {
    progress,
    cancel: () => {
      progress.value = undefined
    },
    start: async (form, teamId) => {
      if (progress.peek() !== undefined) return
      progress.value = { done: 0, total: 1 }
      const hasTeams = teamId === undefined
      const teams = hasTeams ? await api.teams() : succeed([{ id: teamId }])
      const files = teams.ok ? await fetchAll(teams.value) : teams
      const others = files.ok ? await elsewhere(workspace, files.value) : []
      if (progress.peek() === undefined) return
      progress.value = undefined
      if (!files.ok) {
        toasts.show(texts.notDownloaded(failureText(files.failure)), { tone: "bad" })
        return
      }
      const name = fileName(form, hasTeams ? undefined : files.value[0]?.team.name)
      saveFile(blobOf(form, files.value, hasTeams, others), name)
      toasts.show(texts.saved(name))
    }
  }
}
