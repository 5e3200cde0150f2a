import { writeCells } from "../shared/Csv.ts"
import type { Reading } from "./Columns.ts"
import { downloadedCells } from "./file/DownloadedJson.ts"
import { decodedAs, encodings, guessEncoding, isUtf8 } from "./file/Encodings.ts"
import * as kinds from "./file/FileKinds.ts"
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
  /** What the file itself tells of the reading: the form of the text that is made of a workbook or a download. */
  readonly given: Partial<Reading>
  /** What it does not tell; none of what the options answer. */
  readonly questions: ReadonlyArray<Question>
}

/** Why a file is not read, as a sentence that names what it is. */
export interface RefusedFile {
  readonly refusal: string
}

/** Of a file, and of the text in it, whether it is used or not. */
export const maxFileBytes = 10_000_000
export const maxTextLength = 5_000_000

const tooLarge = (limit: number, noun: string): RefusedFile => ({
  refusal: `Too large: the limit is ${limit / 1e6} million ${noun}. Split it.`
})

/** The Unicode encoding that the bytes tell by their mark, by their zero bytes or by being valid; undefined without one. */
const unicodeOf = async (bytes: Uint8Array): Promise<string | undefined> => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const sample = bytes.subarray(0, 2_000)
  const zeros = (odd: number): number => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length
  const [even, odd] = [zeros(0), zeros(1)]
  const isAscii = (byte = 0): boolean => byte >= 32 && byte < 127
  const pairs = sample.filter((byte, at) => at % 2 === 0 && isAscii(byte) && isAscii(sample[at + 1])).length
  // Most letters of most languages, and all separators, have a zero byte. Two bytes of ASCII are a rare sign.
  const isMany = (count: number, other: number): boolean =>
    count > sample.length / 20 && count > 9 * other && pairs < sample.length / 4
  if (isMany(odd, even)) return "utf-16le"
  if (isMany(even, odd)) return "utf-16be"
  if (["\u001b$B", "\u001b$@"].some((escape) => kinds.charactersOf(sample).includes(escape))) return "iso-2022-jp"
  return (await isUtf8(bytes)) ? "utf-8" : undefined
}

/** Whether a text has characters that only other files have. A file of DOS may end with one. */
const isBinary = (text: string): boolean => {
  const controls = text.slice(0, -1).match(/(?![\t\n\v\f\r])\p{Cc}|[\uFFFE\uFFFF]/gu)?.length ?? 0
  return controls > text.length / 1_000
}

const maxShown = 60

/** Bytes that a guess of the encoding looks at. */
const maxGuessed = 50_000

/** The bytes from the first one that is not ASCII, with the line it stands in, as characters of the same numbers. */
const beyondAscii = (bytes: Uint8Array): string => {
  const first = bytes.findIndex((byte) => byte > 127)
  return kinds.charactersOf(bytes.subarray(Math.max(0, first - maxShown), first + maxGuessed))
}

/** The first line that shows whether an encoding is right. */
const sampleIn = (text: string): string => {
  const at = Math.max(0, text.search(/\P{ASCII}/u))
  const before =
    text
      .slice(Math.max(0, at - maxShown / 2), at)
      .split(/[\r\n]/)
      .at(-1) ?? ""
  const [behind = ""] = text.slice(at, at + maxShown).split(/[\r\n]/)
  return `${before}${behind}`.trim()
}

const openText = async (bytes: Uint8Array, { encoding }: FileOptions): Promise<OpenedFile | RefusedFile> => {
  if (encoding !== undefined && !encodings.some((one) => one === encoding))
    return { refusal: `There is no encoding “${encoding}”. Choose one of ${encodings.join(", ")}.` }
  const told = encoding === undefined ? await unicodeOf(bytes) : undefined
  const guess = told === undefined && encoding === undefined ? guessEncoding(beyondAscii(bytes)) : undefined
  const taken = told ?? encoding ?? guess ?? "utf-8"
  const text = decodedAs(bytes, taken)
  if (text.length > maxTextLength) return tooLarge(maxTextLength, "characters")
  if (isBinary(text)) return { refusal: kinds.unknownRefusal }
  const refusal = kinds.markupRefusal(text)
  if (refusal !== undefined) return { refusal }
  const cells = await downloadedCells(text)
  if (cells === null) return { refusal: kinds.otherJsonRefusal }
  const question: Question = {
    choice: "encoding",
    about: "",
    text: `The file doesn’t say how its characters are encoded. As ${guess} it has “${sampleIn(text)}”.`,
    rows: [],
    answers: [taken, ...encodings.filter((one) => one !== taken)]
  }
  return {
    text: cells ?? text,
    encoding: told === undefined ? taken : null,
    encodings,
    sheet: null,
    sheets: [],
    given: cells === undefined ? {} : { form: "commas" },
    questions: guess === undefined ? [] : [question]
  }
}

/** The sheet of a workbook as text, with commas. */
const openArchive = async (bytes: Uint8Array, { sheet }: FileOptions): Promise<OpenedFile | RefusedFile> => {
  const { openWorkbook, partsIn } = await import("./file/WorkbookFile.ts")
  const workbook = openWorkbook(bytes)
  if (workbook === null) return { refusal: kinds.damagedRefusal }
  if (workbook === undefined) return { refusal: kinds.archiveRefusal(partsIn(bytes)) }
  const { sheets } = workbook
  const taken = sheet ?? sheets[0] ?? ""
  if (!sheets.includes(taken))
    return { refusal: `There is no sheet “${taken}”. Choose one of ${sheets.map((name) => `“${name}”`).join(", ")}.` }
  const rows = workbook.read(taken)
  if (rows === undefined) return { refusal: kinds.damagedRefusal }
  const text = writeCells(rows)
  if (text.length > maxTextLength) return tooLarge(maxTextLength, "characters")
  const question: Question = {
    choice: "sheet",
    about: "",
    text: `The workbook has ${sheets.length} sheets. Only “${taken}” is read.`,
    rows: [],
    answers: [taken, ...sheets.filter((name) => name !== taken)]
  }
  return {
    ...{ text, encoding: null, encodings, sheet: taken, sheets, given: { form: "commas" } },
    questions: sheet === undefined && sheets.length > 1 ? [question] : []
  }
}

/** Opens a file by what its bytes are, whatever its name: a text, a workbook, or a download of this service as JSON. */
export const openFile = async (bytes: Uint8Array, options: FileOptions = {}): Promise<OpenedFile | RefusedFile> => {
  if (bytes.length > maxFileBytes) return tooLarge(maxFileBytes, "bytes")
  const refusal = kinds.binaryRefusal(bytes)
  if (refusal !== undefined) return { refusal }
  if (!kinds.charactersOf(bytes.subarray(0, 4)).startsWith("PK\x03\x04")) return openText(bytes, options)
  return openArchive(bytes, options).catch(() => ({ refusal: kinds.damagedRefusal }))
}
