import { assert, describe, it } from "@effect/vitest"
import { strToU8, zipSync } from "fflate"
import { openFile } from "../../src/import/ImportFile.ts"
import { encodedAs } from "./Encoded.ts"

/** What people with these programs write: the encoding, and a header with a row. */
const written: ReadonlyArray<readonly [encoding: string, text: string]> = [
  ["windows-1252", "Ziel;Kennzahl;Zielwert\nKunden überzeugen;Größe der Körbe;120 €\n"],
  ["windows-1252", "Objectif;Résultat clé;Cible\nAméliorer l’accueil;Délai moyen à Genève;5\n"],
  ["windows-1252", "Mål;Nøgletal;Målværdi\nVækst på hjemmemarkedet;Åbne ordrer;9\n"],
  ["windows-1252", "Objetivo;Métrica;Meta\n¿Qué añadimos?;Año de garantía;3\n"],
  ["macintosh", "Ziel;Kennzahl;Zielwert\nKunden überzeugen;Größe der Körbe;120\n"],
  ["macintosh", "Objectif;Résultat clé;Cible\nAméliorer l’accueil;Délai moyen à Genève;5\n"],
  ["windows-1250", "Cel;Miernik;Wartość docelowa\nZwiększyć sprzedaż;Udział w rynku łącznie;12\n"],
  ["windows-1250", "Cíl;Ukazatel;Cílová hodnota\nZvýšit příjmy;Podíl na trhu v příštím roce;12\n"],
  ["windows-1250", "Cél;Mutató;Célérték\nNövelni a bevételt;Új ügyfelek száma Győrben;12\n"],
  ["windows-1251", "Цель;Показатель;Целевое значение\nУвеличить продажи;Доля рынка;12\n"],
  ["windows-1251", "Ціль;Показник;Цільове значення\nЗбільшити продажі;Частка ринку;12\n"],
  ["koi8-r", "Цель;Показатель;Целевое значение\nУвеличить продажи;Доля рынка;12\n"],
  ["windows-1253", "Στόχος;Δείκτης;Τιμή\nΑύξηση των πωλήσεων;Μερίδιο αγοράς;12\n"],
  ["windows-1254", "Hedef;Gösterge;Değer\nSatışları artırmak;Müşteri sayısı İstanbul;12\n"],
  ["windows-1255", "יעד;מדד;ערך\nלהגדיל מכירות;נתח שוק;12\n"],
  ["windows-1256", "الهدف;المؤشر;القيمة\nزيادة المبيعات;حصة السوق;12\n"],
  ["windows-874", "เป้าหมาย;ตัวชี้วัด;ค่า\nเพิ่มยอดขาย;ส่วนแบ่งตลาด;12\n"],
  ["shift_jis", "目標,指標,目標値\n顧客を増やす,新規顧客の数,12\n"],
  ["euc-jp", "目標,指標,目標値\n顧客を増やす,新しいお客さまの数,12\n"],
  ["gbk", "目标,指标,目标值\n增加客户数量,新客户的比例,12\n"],
  ["big5", "目標,指標,目標值\n增加客戶數量,新客戶的比例,12\n"],
  ["euc-kr", "목표,지표,목표값\n고객을 늘리기,신규 고객의 수,12\n"]
]

const opened = async (bytes: Uint8Array<ArrayBuffer>, options = {}) => {
  const file = await openFile(bytes, options)
  return "refusal" in file ? assert.fail(file.refusal) : file
}

describe("A file of text", () => {
  it.each(written)("in %s is guessed, which is a question with a sample: %s", async (encoding, text) => {
    const file = await opened(encodedAs(text, encoding))
    assert.deepStrictEqual([file.encoding, file.text], [encoding, text])
    const [question, ...others] = file.questions
    assert.deepStrictEqual([question?.choice, question?.answers[0], others], ["encoding", encoding, []])
    assert.match(question?.text ?? "", /“[^”]*\P{ASCII}[^”]*”/u)
  })

  it("is read in the encoding that is chosen, without a question", async () => {
    const file = await opened(encodedAs("Größe", "macintosh"), { encoding: "windows-1252" })
    assert.deepStrictEqual([file.text, file.encoding, file.questions], ["Grš§e", "windows-1252", []])
    assert.deepStrictEqual(await openFile(encodedAs("Größe", "macintosh"), { encoding: "martian" }).then(Object.keys), [
      "refusal"
    ])
  })

  it.each([
    ["utf-8", ""],
    ["utf-8", "\uFEFF"],
    ["utf-16le", "\uFEFF"],
    ["utf-16be", "\uFEFF"],
    ["utf-16le", ""],
    ["utf-16be", ""]
  ])("in %s, with its mark “%s”, is known", async (encoding, mark) => {
    const text = "Objective\tKey result\r\nGröße\t顧客 and customers\r\n"
    const file = await opened(encodedAs(mark + text, encoding))
    assert.deepStrictEqual([file.text, file.encoding, file.questions], [text, null, []])
  })

  it("with one wrong byte is still UTF-8, which is a question", async () => {
    const text = "Ziel\nGrößere Körbe für Müller\nÜbermäßig schöne Äpfel\n"
    const { encoding, text: read } = await opened(Uint8Array.from([...encodedAs(text, "utf-8"), 0xe4]))
    assert.deepStrictEqual([encoding, read], ["utf-8", `${text}\uFFFD`])
  })
})

const zip = (...paths: ReadonlyArray<string>) => zipSync(Object.fromEntries(paths.map((path) => [path, strToU8(path)])))
const ole = (part: string) => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...encodedAs(part, "utf-16le")])
const bytes = (...list: ReadonlyArray<number | string>) =>
  Uint8Array.from(list.flatMap((one) => (typeof one === "number" ? [one] : [...encodedAs(one, "windows-1252")])))

/** Files that are no import, whatever their names say. */
const others: ReadonlyArray<readonly [name: string, bytes: Uint8Array]> = [
  ["a PDF", bytes("%PDF-1.7\n1 0 obj")],
  [
    "an OpenDocument spreadsheet (.ods)",
    zipSync({ mimetype: strToU8("application/vnd.oasis.opendocument.spreadsheet") })
  ],
  ["an OpenDocument document", zipSync({ mimetype: strToU8("application/vnd.oasis.opendocument.text") })],
  ["a Numbers, Pages or Keynote document", zip("Index/Document.iwa", "Metadata/Properties.plist")],
  ["a Word document (.docx)", zip("[Content_Types].xml", "word/document.xml")],
  ["a PowerPoint presentation (.pptx)", zip("[Content_Types].xml", "ppt/presentation.xml")],
  ["a binary Excel workbook (.xlsb)", zip("[Content_Types].xml", "xl/workbook.bin")],
  ["a ZIP archive", zip("plan.csv")],
  ["an old Excel workbook (.xls)", ole("Root Entry Workbook")],
  ["an old Word document (.doc)", ole("Root Entry WordDocument")],
  ["a workbook or document with a password", ole("EncryptionInfo EncryptedPackage")],
  ["an image (PNG)", bytes(0x89, "PNG\r\n", 0x1a, 10, 0)],
  ["an image (JPEG)", bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16, "JFIF")],
  ["an image (WebP)", bytes("RIFF", 1, 2, 3, 4, "WEBP")],
  ["an image or a video", bytes(0, 0, 0, 24, "ftypheic")],
  ["an image (SVG)", bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a web page (HTML)", bytes("\r\n <!-- export --><table><tr><td>Objective</td></tr></table>")],
  ["a web page (HTML)", encodedAs("\uFEFF<!DOCTYPE html><html>", "utf-16le")],
  ["a saved web page or mail (MHTML)", bytes("MIME-Version: 1.0\r\nX-Document-Type: Workbook")],
  ["an Excel 2003 workbook (XML)", bytes('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>')],
  ["an XML file", bytes('<?xml version="1.0"?><plan/>')],
  ["a rich text document (RTF)", bytes("{\\rtf1\\ansi Objective}")],
  ["JSON, but no download", bytes('[{"objective": "Grow"}]')],
  ["a compressed file (gzip)", bytes(0x1f, 0x8b, 8, 0)],
  ["a database (SQLite)", bytes("SQLite format 3", 0)],
  ["no text", bytes(0, 1, 2, "anything", 0, 0, 5, 0, 0, 0, 7, 0xfe)],
  ["no text", Uint8Array.from({ length: 999 }, (_, at) => (at * 7_919) % 256)]
]

describe("A file that is no text", () => {
  it.each(others)("is refused as %s", async (name, bytes) => {
    const file = await openFile(Uint8Array.from(bytes))
    assert.include("refusal" in file ? file.refusal : "taken", `This is ${name}`)
  })

  it("is a damaged archive, or one that unpacks to too much", async () => {
    const whole = zipSync({ "xl/huge.xml": new Uint8Array(81_000_000) })
    for (const bytes of [whole, whole.subarray(0, 40)])
      assert.include(JSON.stringify(await openFile(Uint8Array.from(bytes))), "damaged, or too large")
  })
})
