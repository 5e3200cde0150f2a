import { type ReadonlySignal, signal } from "@preact/signals-core"
import { type Failure, succeed } from "../../contract/Result.ts"
import { saveFile } from "../../parts/SaveFile.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { today } from "../../texts/Formats.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { writeCells } from "./Cells.ts"
import { type FetchedTeam, fetchTeam } from "./FetchTeam.ts"
import { cellsOf, headerOf } from "./TeamCells.ts"
import { teamTree } from "./TeamContents.ts"
import * as texts from "./Texts.ts"

type Form = "csv" | "json"

export interface DownloadProgress {
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

/** The rows of a team without their header, or its views. */
const partOf = (form: Form, file: FetchedTeam, hasTeams: boolean): Blob => {
  if (form === "json") return new Blob([JSON.stringify(file, undefined, 1)])
  return new Blob([writeCells(cellsOf(teamTree({ ...file.team, ...file }), hasTeams))])
}

const wholeOf = (form: Form, parts: ReadonlyArray<Blob>, hasTeams: boolean): Blob => {
  // Excel recognizes UTF-8 by the byte order mark.
  if (form === "csv") return new Blob(["\uFEFF", writeCells([headerOf(hasTeams)]), ...parts], { type: "text/csv" })
  const list = parts.flatMap((part, at) => (at === 0 ? [part] : [",", part]))
  return new Blob(hasTeams ? ['{"teams":[', ...list, "]}"] : list, { type: "application/json" })
}

/** `before`: a name with a hyphen, or nothing. */
const fileName = (before: string, form: Form): string =>
  `${before.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, "-")}strategy-${today()}.${form}`

export const makeDownloads = (workspace: Workspace): Downloads => {
  const { api, toasts } = workspace
  const progress = signal<DownloadProgress | undefined>(undefined)
  const isCancelled = (): boolean => progress.peek() === undefined
  /** Fetches the teams a few at a time; gives the first failure. */
  const fetchAll = async (
    teams: ReadonlyArray<{ readonly id: string }>,
    onTeam: (file: FetchedTeam) => void
  ): Promise<Failure | undefined> => {
    for (let at = 0; at < teams.length && !isCancelled(); at += maxInFlight) {
      progress.value = { done: at, total: teams.length }
      const files = await Promise.all(teams.slice(at, at + maxInFlight).map(({ id }) => fetchTeam(workspace, id)))
      const failed = files.find((file) => !file.ok)
      if (failed?.ok === false) return failed.failure
      for (const file of files) if (file.ok && file.value !== undefined) onTeam(file.value)
    }
    return undefined
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
      const parts: Array<Blob> = []
      let teamName = ""
      const teams = hasTeams ? await api.teams() : succeed([{ id: teamId }])
      const onTeam = (file: FetchedTeam): void => {
        parts.push(partOf(form, file, hasTeams))
        if (!hasTeams) teamName = `${file.team.name}-`
      }
      const failure = teams.ok ? await fetchAll(teams.value, onTeam) : teams.failure
      if (isCancelled()) return
      progress.value = undefined
      if (failure !== undefined) {
        toasts.show(texts.notDownloaded(failureText(failure)), { tone: "bad" })
        return
      }
      const name = fileName(teamName, form)
      saveFile(wholeOf(form, parts, hasTeams), name)
      toasts.show(texts.saved(name))
    }
  }
}
