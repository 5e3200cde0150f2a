import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { strToU8, zipSync } from "fflate"
import { cellText, formatOf } from "../../src/import/file/CellFormats.ts"
import { openFile } from "../../src/import/ImportFile.ts"
import { inNorth, inPlan, readFor } from "./Reading.ts"

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const links = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

interface Made {
  readonly sheets?: Readonly<Record<string, string>>
  /** By the names of sheets. */
  readonly states?: Readonly<Record<string, string>>
  readonly workbook?: string
  readonly texts?: string
  readonly formats?: ReadonlyArray<string>
}

/** A workbook with the rows of its sheets as XML. */
const made = ({ sheets = {}, states = {}, workbook = "", texts = "", formats = [] }: Made): Uint8Array<ArrayBuffer> => {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (...list: ReadonlyArray<string>) => strToU8(`<Relationships>${list.join("")}</Relationships>`)
  const parts = {
    "_rels/.rels": relations(relation("a", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": strToU8(
      `<workbook ${main} ${links}>${workbook}<sheets>${names
        .map((name, at) => `<sheet name="${name}" state="${states[name] ?? "visible"}" r:id="s${at}"/>`)
        .join("")}</sheets></workbook>`
    ),
    "xl/_rels/workbook.xml.rels": relations(
      ...names.map((_, at) => relation(`s${at}`, "worksheet", at === 0 ? "/xl/sheet0.xml" : `sheet${at}.xml`)),
      relation("t", "sharedStrings", "texts.xml"),
      relation("f", "styles", "styles.xml")
    ),
    "xl/texts.xml": strToU8(`<sst ${main}>${texts}</sst>`),
    "xl/styles.xml": strToU8(
      `<styleSheet ${main}><numFmts>${formats
        .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', "&quot;")}"/>`)
        .join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
        .join("")}</cellXfs></styleSheet>`
    ),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/sheet${at}.xml`,
        strToU8(`<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`)
      ])
    )
  }
  return Uint8Array.from(zipSync(parts))
}

const opened = async (bytes: Uint8Array<ArrayBuffer>, options = {}) => {
  const file = await openFile(bytes, options)
  return "refusal" in file ? assert.fail(file.refusal) : file
}

const row = (...cells: ReadonlyArray<string>): string => `<row>${cells.join("")}</row>`

/** A cell as XML, with what it is read as. */
const cells: ReadonlyArray<readonly [name: string, xml: string, text: string]> = [
  ["number", "<c><v>12.5</v></c>", "12.5"],
  ["number with noise", "<c><v>0.30000000000000004</v></c>", "0.3"],
  ["number that could be thousands", "<c><v>1.234</v></c>", "1.2340"],
  ["number with an exponent", "<c><v>1.2E+6</v></c>", "1200000"],
  ["shared text", '<c t="s"><v>0</v></c>', "Größe & Maß"],
  ["text of several runs, without its reading", '<c t="s"><v>1</v></c>', "東京タワー"],
  ["text in place", '<c t="inlineStr"><is><r><t>in </t></r><r><t>place</t></r></is></c>', "in place"],
  ["text of a formula", '<c t="str"><f>A1&amp;B1</f><v>both</v></c>', "both"],
  ["formula's value", "<c><f>1+1</f><v>2</v></c>", "2"],
  ["formula without a value", "<c><f>SUM(A1:A3)</f></c>", "=SUM(A1:A3)"],
  ["error", '<c t="e"><v>#DIV/0!</v></c>', "#DIV/0!"],
  ["truth", '<c t="b"><v>1</v></c>', "TRUE"],
  ["date as text", '<c t="d"><v>2027-03-31T00:00:00</v></c>', "2027-03-31"],
  ["percentage", '<c s="1"><v>0.285</v></c>', "28.5%"],
  ["day", '<c s="2"><v>46112</v></c>', "2026-03-31"],
  ["amount", '<c s="3"><v>1200</v></c>', "1200 €"],
  ["duration", '<c s="4"><v>0.0625</v></c>', "1.5 h"],
  ["escaped character", '<c t="inlineStr"><is><t>a_x0041_ &#x1F600; <![CDATA[<b>]]></t></is></c>', "aA 😀 <b>"],
  ["nothing", '<c s="1"/>', ""]
]

const texts =
  "<si><t>Größe &amp; Maß</t></si><si><r><t>東京</t></r><r><t>タワー</t></r><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si>"

describe("A workbook's cell", () => {
  it.each(cells)("with a %s is read", async (_, xml, text) => {
    const formats = ["0.0%", "dd.mm.yyyy", "#,##0 [$€-407]", "[h]:mm"]
    const file = await opened(made({ sheets: { A: row("<c><v>1</v></c>", xml, "<c><v>3</v></c>") }, texts, formats }))
    const [, read = ""] = /^1,(.*),3\r\n$/s.exec(file.text) ?? []
    assert.strictEqual(read, text)
  })

  /** How Excel shows 1234.5, 0.455, 46112.5 or 0.0625, by the kind of its format. */
  it.each([
    ["General", 1234.5, "1234.5"],
    ['0" Tage"', 9, "9 Tage"],
    ['"$"#,##0.00;[Red]\\-"$"#,##0.00', 5, "5 $"],
    ["_-* #,##0.00 €_-;\\-* #,##0.00 €_-", 5, "5 €"],
    ["[$USD] #,##0", 5, "5 USD"],
    ['#,##0\\ "EUR"', 5, "5 EUR"],
    ['#,##0 "k€"', 12, "12 k€"],
    ['0.0,," Mio. €"', 1_200_000, "1200000 €"],
    ['0.0,,"M"', 1_200_000, "1200000"],
    ['0.00" ‰"', 5, "5 ‰"],
    ['"Q"0', 3, "3"],
    ["# ?/?", 0.5, "0.5"],
    ["0.00E+00", 1234.5, "1234.5"],
    ["0%", 0.07, "7%"],
    ["0.0%;[Red]-0.0%", -0.455, "-45.5%"],
    ["yyyy\\-mm\\-dd", 46_112, "2026-03-31"],
    ["[$-407]d. mmmm yyyy", 46_112, "2026-03-31"],
    ["[$-F800]dddd, mmmm dd, yyyy", 46_112, "2026-03-31"],
    ["mmm yy", 46_112, "2026-03-31"],
    ["[$-409]m/d/yy h:mm AM/PM;@", 46_112.5, "2026-03-31 12:00"],
    ["d/m", 59, "1900-02-28"],
    ["h:mm", 0.0625, "01:30"],
    ["mm:ss.0", 0.0625, "01:30"],
    ["[h]:mm:ss", 1.5, "36 h"],
    ["[m]", 0.0625, "90 min"]
  ])("of the format %s with %d is “%s”", (code, value, text) => {
    assert.strictEqual(cellText(value, formatOf(164, code), false), text)
  })

  it.each([
    [1, "number"],
    [9, "percent"],
    [10, "percent"],
    [14, "date"],
    [20, "time"],
    [22, "date"],
    [46, "duration"],
    [57, "date"]
  ])("of the built-in format %d is a %s", (id, kind) => {
    assert.strictEqual(formatOf(id, undefined).kind, kind)
  })
})

describe("A workbook", () => {
  it("asks what a text such as “1,234” is, whatever its numbers are written with", async () => {
    const header = ["Goal", "KPI", "Start", "Target"].map((text) => `<c t="str"><v>${text}</v></c>`)
    const text = '<c t="s"><v>0</v></c>'
    const rows = row(...header) + row(text, text, "<c><v>1.5</v></c>", '<c t="s"><v>1</v></c>')
    const bytes = made({ sheets: { A: rows }, texts: "<si><t>Grow</t></si><si><t>2,500</t></si>" })
    const { questions, plan } = readFor((await opened(bytes)).text, inNorth())
    const measures = inPlan(inPlan(plan, "objective")[0] ?? plan, "progress")
    assert.deepStrictEqual(
      [questions.map(({ choice }) => choice), measures.map(({ values: { start, target } }) => [start, target])],
      [["decimal"], [[1.5, 2500]]]
    )
  })

  it("counts its days from 1904 where it says so", async () => {
    const bytes = made({
      sheets: { A: row('<c s="1"><v>44650</v></c>') },
      formats: ["yyyy-mm-dd"],
      workbook: '<workbookPr date1904="1"/>'
    })
    assert.strictEqual((await opened(bytes)).text, "2026-03-31\r\n")
  })

  it("keeps the numbers of its rows and columns where some are empty", async () => {
    const sheet =
      '<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row><row r="4"><c r="A4"><v>3</v></c></row>'
    assert.strictEqual((await opened(made({ sheets: { A: sheet } }))).text, `\r\n,1${",".repeat(25)}2\r\n\r\n3\r\n`)
  })

  it("is one sheet, the first that is shown and filled, and asks which", async () => {
    const one = (value: number) => row(`<c><v>${value}</v></c>`)
    const bytes = made({
      sheets: { Hidden: one(1), Empty: "", Plan: one(2), "R&amp;D": one(3) },
      states: { Hidden: "hidden" }
    })
    const { text, sheet, sheets, given, questions } = await opened(bytes)
    assert.deepStrictEqual(
      [text, sheet, sheets, given, questions.map(({ choice, answers }) => [choice, answers])],
      ["2\r\n", "Plan", ["Plan", "R&D"], { form: "commas" }, [["sheet", ["Plan", "R&D"]]]]
    )
    const other = await opened(bytes, { sheet: "R&D" })
    assert.deepStrictEqual([other.text, other.questions], ["3\r\n", []])
    assert.include(JSON.stringify(await openFile(bytes, { sheet: "Hidden" })), "There is no sheet “Hidden”")
  })

  it.each(["libreoffice.xlsx", "exceljs.xlsx"])("by another program is read: %s", async (name) => {
    const bytes = Uint8Array.from(readFileSync(join(import.meta.dirname, "samples", name)))
    const { text } = await opened(bytes)
    assert.deepStrictEqual(text.split("\r\n"), [
      "Strategie 2027",
      "Ziel,Fällig am,Key result",
      ",,Titel,Startwert,Zielwert,Ist,Einheit,Zuständig",
      "Wachsen,2027-03-31,Quote,10%,25%,15%,,Ann 😀 & <Bo>",
      ",,Umsatz,1000.5 €,2000 €,1200.25 €",
      `,,Tempo,2.5,1.25,${name.startsWith("libre") ? "2" : "=D6*0.8"}`,
      ",,Dauer,3 h,1.5 h,2.4 h",
      "Rich text,2027-06-30,Tage,9 Tage,4 Tage,7 Tage",
      ""
    ])
  })
})
