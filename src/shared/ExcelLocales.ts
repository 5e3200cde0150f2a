import type { CsvDialect } from "./Csv.ts"

/** What Excel takes for the end of a cell and for the decimal sign where Windows is set to these languages. */
const dialects: ReadonlyArray<readonly [Pick<CsvDialect, "separator" | "decimal">, locales: string]> = [
  [{ separator: ",", decimal: "." }, "en es-MX he ja ko th zh"],
  [
    { separator: ";", decimal: "," },
    "de bg cs da el es et fi fr hr hu it lt lv nb nl pl pt ro ru sk sl sr sv tr uk vi"
  ],
  [{ separator: ";", decimal: "." }, "de-CH it-CH"]
]

export const excelLocales: ReadonlyArray<string> = dialects.flatMap(([, locales]) => locales.split(" "))

/** The dialect for one of `excelLocales`, or else for its language; that of English for others. */
export const excelDialect = (locale: string): CsvDialect => {
  const of = (wanted: string) => dialects.find(([, locales]) => locales.split(" ").includes(wanted))?.[0]
  const [language = ""] = locale.split("-")
  return { ...(of(locale) ?? of(language) ?? dialects[0]![0]), hasMark: true }
}
