import type { Reading } from "./Columns.ts"
import type { Question } from "./Questions.ts"

/** How a file is opened where its bytes do not tell. */
export interface FileOptions {
  /** One of `encodings`. */
  readonly encoding?: string | undefined
  /** The name of a workbook's sheet. */
  readonly sheet?: string | undefined
}

export interface OpenedFile {
  readonly text: string
  /** The encoding that was guessed or chosen; null where the bytes tell it. */
  readonly encoding: string | null
  readonly encodings: ReadonlyArray<string>
  /** The sheet that was read; null where the file is no workbook. */
  readonly sheet: string | null
  readonly sheets: ReadonlyArray<string>
  /** What the file itself tells of the reading, such as the form of a workbook's text. */
  readonly given: Partial<Reading>
  /** What it does not tell; none of what the options answer. */
  readonly questions: ReadonlyArray<Question>
}

/** Why a file is not read, as a sentence that names what it is. */
export interface RefusedFile {
  readonly refusal: string
}

export type OpenFile = (bytes: Uint8Array<ArrayBuffer>, options?: FileOptions) => Promise<OpenedFile | RefusedFile>
