import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Reading } from "../../../import/Columns.ts"
import type { ExistingChoice } from "../../../import/Differences.ts"
import { type FileOptions, maxFileBytes, maxTextLength, type OpenedFile, openFile } from "../../../import/ImportFile.ts"
import type { NoteKind } from "../../../import/NoteTexts.ts"
import { type ReadImport, readImport } from "../../../import/ReadImport.ts"
import { type Entity, teamTree } from "../../../import/TeamContents.ts"
import { decimalSign } from "../../../shared/Quantities.ts"
import { pushQuery, query } from "../../session/Route.ts"
import type { Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ImportTexts.ts"
import { makeRememberedReadings } from "./RememberedReadings.ts"

export const steps = ["source", "columns", "review"] as const

type ImportStep = (typeof steps)[number]

/** The page's state; it is kept while another page is shown, until the import begins. */
export interface ImportForm {
  /** The step that the address names. */
  readonly step: ReadonlySignal<ImportStep>
  /** Shows a step, as an entry in the browser's history. */
  readonly showStep: (step: ImportStep) => void
  readonly text: Signal<string>
  /** What the user corrected of the reading. */
  readonly given: Signal<Partial<Reading>>
  readonly isAgain: Signal<boolean>
  /** What becomes of differing values of what exists. */
  readonly existing: Signal<ExistingChoice>
  /** Takes back what an earlier import of such a table chose; undefined where nothing of it is taken over. */
  readonly forget: ReadonlySignal<(() => void) | undefined>
  /** Keeps what was chosen for the next table with this header. */
  readonly remember: (read: ReadImport) => void
  /** The file that the text is from. */
  readonly opened: Signal<OpenedFile | undefined>
  /** Why a file was not taken. */
  readonly error: Signal<string>
  /** The rows that are shown to be looked at or left out: those of a kind of notes, or all. */
  readonly shownRows: Signal<NoteKind | "all" | undefined>
  /** The reading for the team that the import is opened in, or for none. */
  readonly readFor: (teamId: string | undefined) => ReadonlySignal<ReadImport>
  /** Replaces the text, and what was corrected of it. */
  readonly replace: (text: string, given?: Partial<Reading>) => void
  readonly readFile: (file: File) => Promise<void>
  /** Opens the file again in another encoding, or another sheet of it. */
  readonly reopen: (options: FileOptions) => Promise<void>
}

/** Whether people with this browser's language write the day before the month. */
const isDayFirst = (): boolean => {
  const parts = new Intl.DateTimeFormat(undefined, { timeZone: "UTC" }).formatToParts(0).map(({ type }) => type)
  return parts.indexOf("day") < parts.indexOf("month")
}

export const contentsOf = ({ body, principles, objectives, sequenceNumber }: Team): Entity | undefined => {
  // Depends on the log position, which changes with anything in the team, instead of on hundreds of signals.
  const contents = {
    sequenceNumber: sequenceNumber.value,
    principles: principles.peek(),
    objectives: objectives.peek()
  }
  return body.value && teamTree({ ...body.value, ...contents })
}

/** What decides where neither the text nor the user does. */
const otherwise = () => ({ decimal: decimalSign(), isDayFirst: isDayFirst(), top: "objective" }) as const

export const makeImportForm = ({ session, teams, storage, userId }: Workspace): ImportForm => {
  const text = signal("")
  const given = signal<Partial<Reading>>({})
  const isAgain = signal(false)
  const existing = signal<ExistingChoice>("leave")
  const memory = makeRememberedReadings(userId, storage.local, { text, given, otherwise })
  const error = signal("")
  const step = computed(() => steps.find((one) => query.value === `?step=${one}`) ?? "source")
  const showStep: ImportForm["showStep"] = (next) => {
    if (step.peek() === "source" && next !== "source") memory.recall()
    if (next !== step.peek()) pushQuery(next === "source" ? "" : `?step=${next}`)
  }
  const shownRows: ImportForm["shownRows"] = signal(undefined)
  const opened: ImportForm["opened"] = signal(undefined)
  let bytes = new Uint8Array()
  const replace: ImportForm["replace"] = (next, nextGiven = {}) => {
    text.value = next
    given.value = nextGiven
    shownRows.value = undefined
    existing.value = "leave"
    memory.forget.value = undefined
    opened.value = undefined
    error.value = ""
  }
  const open = async (options: FileOptions, keepsGiven: boolean): Promise<boolean> => {
    const file = await openFile(bytes, options)
    if ("refusal" in file) {
      error.value = file.refusal
      return false
    }
    replace(file.text, keepsGiven ? given.peek() : file.given)
    opened.value = file
    return true
  }
  return {
    step,
    showStep,
    shownRows,
    text,
    given,
    isAgain,
    existing,
    forget: memory.forget,
    remember: memory.keep,
    opened,
    error,
    replace,
    readFor: (teamId) =>
      computed(() =>
        readImport(text.value.length > maxTextLength ? "" : text.value, given.value, {
          ...otherwise(),
          here: teamId === undefined ? undefined : { id: teamId, name: teams.of(teamId).body.value?.name ?? "" },
          teams: teams.list.value ?? [],
          contentsOf: (id) => contentsOf(teams.of(id)),
          mayCreateTeams: session.isAdmin.value,
          isAgain: isAgain.value
        })
      ),
    readFile: async (file) => {
      error.value = file.size > maxFileBytes ? texts.tooLarge : ""
      if (error.peek() !== "") return
      const buffer = await file.arrayBuffer().catch(() => undefined)
      if (buffer === undefined) {
        error.value = texts.notRead(file.name)
        return
      }
      bytes = new Uint8Array(buffer)
      if (await open({}, false)) showStep("columns")
    },
    reopen: async (options) => void (await open(options, options.sheet === undefined))
  }
}
