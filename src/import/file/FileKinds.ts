/** What a file is by its bytes, as far as it is none that an import reads. */

const hints = {
  table: "Save the table as .xlsx or CSV.",
  text: "Copy its text and paste it on the import page, or save it as plain text.",
  password: "Save it without a password.",
  unpacked: "Import the files in it one by one."
} as const

const refusal = (name: string, hint: keyof typeof hints) => `This is ${name}. ${hints[hint]}`

/** The beginning of a file, in hexadecimal digits, where a point stands for any; and what such a file is. */
const beginnings: ReadonlyArray<readonly [hex: string, name: string, hint: keyof typeof hints]> = [
  ["25504446", "a PDF", "table"],
  ["89504e47", "an image (PNG)", "text"],
  ["ffd8ff", "an image (JPEG)", "text"],
  ["47494638", "an image (GIF)", "text"],
  ["424d........00000000", "an image (BMP)", "text"],
  ["49492a00", "an image (TIFF)", "text"],
  ["4d4d002a", "an image (TIFF)", "text"],
  ["52494646........57454250", "an image (WebP)", "text"],
  ["........66747970", "an image or a video", "text"],
  ["00000100", "an image (icon)", "text"],
  ["7b5c727466", "a rich text document (RTF)", "text"],
  ["0900", "an old Excel workbook (.xls)", "table"],
  ["0904", "an old Excel workbook (.xls)", "table"],
  ["0908", "an old Excel workbook (.xls)", "table"],
  ["1f8b", "a compressed file (gzip)", "unpacked"],
  ["377abcaf", "an archive (7z)", "unpacked"],
  ["526172211a07", "an archive (RAR)", "unpacked"],
  ["425a68", "a compressed file (bzip2)", "unpacked"],
  ["fd377a58", "a compressed file (xz)", "unpacked"],
  ["28b52ffd", "a compressed file (Zstandard)", "unpacked"],
  ["504b0506", "an empty ZIP archive", "unpacked"],
  ["53514c69746520666f726d6174", "a database (SQLite)", "table"],
  ["50415231", "a Parquet file", "table"],
  ["62706c697374", "a property list", "text"],
  ["7f454c46", "a program", "text"],
  ["0000feff", "a text in UTF-32", "text"],
  ["fffe0000", "a text in UTF-32", "text"]
]

/** Old Office files, by the names of their parts in UTF-16. */
const oldOffice: ReadonlyArray<readonly [part: string, name: string, hint: keyof typeof hints]> = [
  ["EncryptedPackage", "a workbook or document with a password", "password"],
  ["WordDocument", "an old Word document (.doc)", "text"],
  ["PowerPoint Document", "an old PowerPoint presentation (.ppt)", "text"],
  ["Workbook", "an old Excel workbook (.xls)", "table"],
  ["Book", "an old Excel workbook (.xls)", "table"]
]

/** Archives, by a part's path and, for OpenDocument, by what its first part says. */
const archives: ReadonlyArray<readonly [part: RegExp, name: string, hint: keyof typeof hints]> = [
  [/\bopendocument\.spreadsheet/, "an OpenDocument spreadsheet (.ods)", "table"],
  [/\bopendocument\./, "an OpenDocument document", "text"],
  [/\bxl\/workbook\.bin/, "a binary Excel workbook (.xlsb)", "table"],
  [/\bword\/document/, "a Word document (.docx)", "text"],
  [/\bppt\/presentation/, "a PowerPoint presentation (.pptx)", "text"],
  [/\bIndex(?:\/[^/\n]*\.iwa|\.zip)/, "a Numbers, Pages or Keynote document", "table"]
]

/** Markup, by the beginning of its text without comments. */
const markup: ReadonlyArray<readonly [beginning: RegExp, name: string, hint: keyof typeof hints]> = [
  [/^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|table|meta|style|script)\b/i, "a web page (HTML)", "table"],
  [/^mime-version:|^from: .*\r?\nsubject: /i, "a saved web page or mail (MHTML)", "table"],
  [/^(?:<\?xml[^>]*>\s*)?<svg\b/i, "an image (SVG)", "text"],
  [/^<\?xml[^>]*>\s*<\?mso-application[^>]*Excel/i, "an Excel 2003 workbook (XML)", "table"],
  [/^<\?xml[^>]*>\s*<Workbook[^>]*:office:spreadsheet/i, "an Excel 2003 workbook (XML)", "table"],
  [/^<\?xml[^>]*>\s*<office:document/i, "an OpenDocument file", "table"],
  [/^ID;P/, "a SYLK table (.slk)", "table"],
  [/^TABLE\r?\n0,1/, "a DIF table", "table"],
  [/^<\?xml\b/i, "an XML file", "table"],
  [/^\{\\rtf/, "a rich text document (RTF)", "text"],
  [/^%PDF-/, "a PDF", "table"]
]

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const maxBeginning = 1024

const chunkLength = 8_192

/** Bytes as characters of the same numbers, which no decoder of the platform gives: its “latin1” is windows-1252. */
export const charactersOf = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += chunkLength)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkLength))
  return text
}

/** The names of the parts of an old Office file stand in its directory, which may be anywhere. */
const oldOfficeRefusal = (bytes: Uint8Array): string => {
  const text = charactersOf(bytes).replaceAll("\0", "")
  const [, name, hint] = oldOffice.find(([part]) => text.includes(part)) ?? ["", "an old Office file", "table"]
  return refusal(name, hint)
}

/** `paths`: the paths of a ZIP archive's parts, a line each, with what the part `mimetype` says. */
export const archiveRefusal = (paths: string): string => {
  const [, name, hint] = archives.find(([part]) => part.test(paths)) ?? [/^/, "a ZIP archive", "unpacked"]
  return refusal(name, hint)
}

/** Why bytes are no text; undefined for those that may be one. */
export const binaryRefusal = (bytes: Uint8Array): string | undefined => {
  const beginning = hexOf(bytes.subarray(0, maxBeginning))
  if (beginning.startsWith("d0cf11e0")) return oldOfficeRefusal(bytes)
  const found = beginnings.find(([hex]) => new RegExp(`^${hex}`).test(beginning))
  if (found !== undefined) return refusal(found[1], found[2])
  return charactersOf(bytes.subarray(257, 262)) === "ustar" ? refusal("an archive (tar)", "unpacked") : undefined
}

/** Why a text is not imported: it is markup, or what another program keeps as text. */
export const markupRefusal = (text: string): string | undefined => {
  const beginning = text
    .slice(0, maxBeginning * 4)
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .trimStart()
  const found = markup.find(([pattern]) => pattern.test(beginning))
  return found && refusal(found[1], found[2])
}

export const unknownRefusal = refusal("no text and no .xlsx workbook", "table")
export const damagedRefusal = "This file is damaged, or too large. Save the table as .xlsx or CSV again."
export const otherJsonRefusal = "This is JSON, but no download of this service. Save the table as .xlsx or CSV."
