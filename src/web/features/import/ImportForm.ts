import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Reading } from "../../../import/Columns.ts"
import { type ReadImport, readImport } from "../../../import/ReadImport.ts"
import { type Entity, teamTree } from "../../../import/TeamContents.ts"
import { decimalSign } from "../../../shared/Quantities.ts"
import type { Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ImportTexts.ts"

/** The dialog's state; it is kept while the dialog is closed, until the import begins. */
export interface ImportForm {
  readonly text: Signal<string>
  /** What the user corrected of the reading. */
  readonly given: Signal<Partial<Reading>>
  readonly isAgain: Signal<boolean>
  /** Why a file was not taken. */
  readonly error: Signal<string>
  /** The reading for the team that the import is opened in, or for none. */
  readonly readFor: (teamId: string | undefined, top: Reading["top"]) => ReadonlySignal<ReadImport>
  /** Replaces the text, and what was corrected of it. */
  readonly replace: (text: string) => void
  readonly readFile: (file: File) => Promise<void>
}

/** In UTF-16 units or bytes: some ten thousand rows. */
export const maxLength = 1_000_000

/** Whether people with this browser's language write the day before the month. */
const isDayFirst = (): boolean => {
  const parts = new Intl.DateTimeFormat(undefined, { timeZone: "UTC" }).formatToParts(0).map(({ type }) => type)
  return parts.indexOf("day") < parts.indexOf("month")
}

const contentsOf = ({ body, principles, objectives, sequenceNumber }: Team): Entity | undefined => {
  // Depends on the log position, which changes with anything in the team, instead of on hundreds of signals.
  void sequenceNumber.value
  return body.value && teamTree({ ...body.value, principles: principles.peek(), objectives: objectives.peek() })
}

const decodedAs = async (bytes: ArrayBuffer, encoding: string): Promise<string> =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** The text of a file in UTF-8, in UTF-16 with its mark, or else in the encoding of Windows. */
export const decoded = (bytes: ArrayBuffer): Promise<string> =>
  decodedAs(bytes, "utf-8").catch(() =>
    decodedAs(bytes, new Uint8Array(bytes)[0] === 0xff ? "utf-16le" : "windows-1252")
  )

export const makeImportForm = ({ session, teams }: Workspace): ImportForm => {
  const text = signal("")
  const given = signal<Partial<Reading>>({})
  const isAgain = signal(false)
  const error = signal("")
  const replace = (next: string): void => {
    text.value = next
    given.value = {}
    error.value = ""
  }
  return {
    text,
    given,
    isAgain,
    error,
    replace,
    readFor: (teamId, top) =>
      computed(() =>
        readImport(text.value.length > maxLength ? "" : text.value, given.value, {
          decimal: decimalSign(),
          isDayFirst: isDayFirst(),
          top,
          here: teamId === undefined ? undefined : { id: teamId, name: teams.of(teamId).body.value?.name ?? "" },
          teams: teams.list.value ?? [],
          contentsOf: (id) => contentsOf(teams.of(id)),
          mayCreateTeams: session.isAdmin.value,
          isAgain: isAgain.value
        })
      ),
    readFile: async (file) => {
      error.value = file.size > maxLength ? texts.tooLarge : ""
      if (error.peek() !== "") return
      const bytes = await file.arrayBuffer().catch(() => undefined)
      const text = bytes && (await decoded(bytes))
      if (text === undefined) error.value = texts.notRead(file.name)
      // So a ZIP archive begins.
      else if (text.startsWith("PK\u0003")) error.value = texts.workbook
      else replace(text)
    }
  }
}
