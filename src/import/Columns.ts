import { type Cells, unguarded } from "../shared/Csv.ts"
import type { DecimalSign } from "../shared/Quantities.ts"
import { isKnownUnit } from "../shared/Units.ts"
import { hasBars, readBars } from "./BarTables.ts"
import { oneLine, patternOf, wordsIn } from "./CellText.ts"
import { orderIn, readDate } from "./Dates.ts"
import { decimalEvidence } from "./DecimalEvidence.ts"
import { readCells } from "./ImportCells.ts"
import type { Answers } from "./Questions.ts"
import { readObjectiveStatus } from "./StatusWords.ts"

/**
 * What a column holds, with a pattern of words for it in headers, of which the first is its name. Those before the
 * team are the columns of a download.
 */
const headers = {
  type: "Type|kind|art|typ|(issue|item|goal|okr|object) type|vorgangstyp|tipo( de incidencia)?|type de (ticket|demande)",
  title: "Title|name|titel|bezeichnung|item|summary|zusammenfassung|titre|intitule|nom|titulo|nombre|resume|resumen",
  objective:
    "Objective|goal|okr|ziel|epic|parent( (item|key|id|summary|title|name))?|epic name|(goal|objective) (name|title)|" +
    "((custom field|benutzerdefiniertes feld|champ personnalise|campo personalizado) )?(epic link( summary)?|epic name)|" +
    "ubergeordnet(e|er|es)?( (vorgang|vorgangs id|element|schlussel|id|zusammenfassung))?|objectif|objetivo|obiettivo|" +
    "(cle|resume|ticket) (du )?parent|parente|principal|(clave|resumen|incidencia) principal",
  group: "Group|gruppe|theme|thema|workstream|category|kategorie|groupe|categorie|grupo|tema|categoria",
  status: "Status|state|health|rag|zustand|progress status|statut|etat|estado",
  dueDate:
    "Due date|due( on)?|deadline|(target|end|finish) date|end|date|fallig( am)?|falligkeit(sdatum)?|frist|(end|ziel)?(termin|datum)|" +
    "(date d )?echeance|date (limite|de fin)|fecha( limite| de vencimiento| de fin)?|vencimiento",
  principle: "Principles?|prinzip|grundsatz|(strategic )?pillar|principe|principio|pilier|pilar",
  description: "Description|details|why|beschreibung|context|kontext|descripcion|contexte|contexto",
  unit: "Unit|einheit|(metric|measurement) unit|unite|unidad",
  start:
    "Start|(start|starting|initial) value|initial|baseline|from|startwert|ausgangswert|basiswert|anfangswert|" +
    "valeur (initiale|de depart|de base)|depart|valor (inicial|base)|inicio",
  target: "Target|(target|goal) value|to|zielwert|soll(wert)?|(valeur )?cible|meta|valor (objetivo|meta)",
  value:
    "Value|now|current( value)?|actual( value)?|latest|wert|ist(wert)?|aktuell(er (wert|stand))?|stand|" +
    "(valeur )?(actuelle|reelle)|realise|valor( actual)?|actual",
  confidence: "Confidence|zuversicht|confiance|confianza",
  note: "Note|comment|notiz|kommentar|bemerkung|commentaire|remarque|nota|comentario",
  team: "Team|department|abteilung|team name|equipe|equipo|departamento",
  color: "Team colou?r|colou?r|farbe",
  initiative:
    "Initiatives?|project|task|sub task|story|bug|issue|action|projekt|ma(ss|ß)nahme|(unter)?aufgabe|fehler|" +
    "projet|(sous )?tache|recit|proyecto|(sub)?tarea|historia|accion|iniciativa",
  initiativeStatus: "Status of initiatives?|(initiative|project|task) status|projektstatus",
  progress:
    "Measure|key result|kr|kpi|metric|kennzahl|schlusselergebnis(se)?|messgro(ss|ß)e|(key result|kr) (name|title)|" +
    "resultats? cles?|indicateur|resultados? claves?|indicador|metrique|metrica",
  owner:
    "Owner|assignee|lead|responsible|verantwortlich(er)?|((goal|objective) )?owner( name)?|zustandig(e person)?|zugewiesen(e person)?|" +
    "bearbeiter|responsable|assigne|personne assignee|attribue a|persona asignada|asignado|proprietaire|propietario",
  period: "Period|quarter|cycle|session|time ?(frame|period)|sprint|quartal|zeitraum|periode|trimestre|periodo",
  parent: "Parent objective|parent (goal|okr)|align(ed|ment)( to)?|contributes to|supports",
  link: "Link|url|hyperlink|web ?(site|page)|lien|enlace",
  measureOwner: "Owner of measures?|(key result|kr|measure|metric) (owner|assignee)",
  measureStatus: "Status of measures?|(key result|kr|measure|metric) status",
  measureDueDate: "Due date of measures?|(key result|kr|measure|metric) (due( date)?|deadline|end date)",
  key:
    "Key|id|(issue|item|goal|objective|okr) (key|id)|okr reference|schlussel|vorgangs ?(schlussel|id|nummer)|" +
    "cle( de ticket)?|id de ticket|clave( de incidencia)?|id de (la )?incidencia",
  ignored: "(skip)"
}

export type Column = keyof typeof headers

export const columns = Object.keys(headers) as ReadonlyArray<Column>

/** Longer names of columns are not looked at. */
const maxNameLength = 200

const patterns = Array.from(columns, (column) => patternOf(headers[column]))

/** The name of a column, as downloads have it in their header. */
export const columnName = (column: Column): string => headers[column].replace(/\?|\|.*/g, "")

export const forms = ["outline", "bars", "tabs", "semicolons", "commas"] as const
export type Form = (typeof forms)[number]

const separators = { tabs: "\t", commas: ",", semicolons: ";" } as const

const cellsOf = (text: string, form: Exclude<Form, "outline">): Cells =>
  form === "bars" ? readBars(text) : readCells(text, separators[form])

/** How a text is read: first a guess, then as the user corrects it. */
export interface Reading {
  readonly form: Form
  /** The row with the names of the columns, from 1; those above it are not read. 0 without one. */
  readonly headerRow: number
  /** By position. */
  readonly columns: ReadonlyArray<Column>
  /** Whether 3/4/2027 is in April. */
  readonly isDayFirst: boolean
  /** What 1,234 means. */
  readonly decimal: DecimalSign
  /**
   * The team whose rows are read, where there is a column of teams; they go into the team that the import was opened in.
   * Empty for the rows of all teams, each into its own.
   */
  readonly team: string
  /** What the lines of an outline without indentation are. */
  readonly top: "objective" | "principle"
  /** Rows that the user leaves out, with all that is below the items in them. */
  readonly skippedRows: ReadonlyArray<number>
  /** Names of teams that the user leaves out. */
  readonly skippedTeams: ReadonlyArray<string>
  /** What words for a status or a type mean, and in which unit figures of several are. */
  readonly statuses: Answers
  readonly types: Answers
  readonly units: Answers
}

/** What stands behind a name: a unit, or a remark. */
const behindName = /\s*(?:[([]([^()[\]]*)[)\]]|\sin\s+(\S+))\s*$/i

/** The column that a word names, with or without what stands behind it, such as a unit. */
export const columnNamed = (text: string): Column => {
  const [words, less] = [text, text.slice(0, maxNameLength).replace(behindName, "")].map(wordsIn)
  const at = (name = ""): number => patterns.findIndex((pattern) => pattern.test(name))
  return columns[at(words)] ?? columns[at(less)] ?? "ignored"
}

/** The unit of a column's numbers that stands behind its name, such as `Target (k€)`; "" without one that is known. */
export const unitBehind = (text: string): string => {
  const [, inBrackets, behind = ""] = behindName.exec(text.slice(0, maxNameLength)) ?? []
  const unit = (inBrackets ?? behind).replace(/^in\s+/i, "").trim()
  return isKnownUnit(unit) ? unit : ""
}

/** Each column once, except for those that repeat: what is found again is left out. */
const once = (found: ReadonlyArray<Column>, repeating: ReadonlyArray<Column> = []): ReadonlyArray<Column> =>
  found.map((column, at) => (found.indexOf(column) === at || repeating.includes(column) ? column : "ignored"))

/**
 * What columns are beside others. Beside the type of object, Viva Goals' type says whether a team or a person has it; where a
 * person leads, as in Perdoo, a team owns.
 */
const besideOthers = (named: ReadonlyArray<Column>, words: ReadonlyArray<string>): ReadonlyArray<Column> =>
  named.map((column, at) => {
    // “Ziel” is both, and a second one beside measures is their target.
    const isRepeated = column === "objective" && words.indexOf(words[at] ?? "") < at
    if (isRepeated && named.includes("progress") && !named.includes("target")) return "target"
    if (words[at] === "type" && words.includes("object type")) return "ignored"
    return words[at] === "owner" && words.includes("lead") && named.includes("type") ? "team" : column
  })

/** What columns are of below the merged name of a group of them, such as "Key result". */
const inGroup: Partial<Readonly<Record<Column, Partial<Readonly<Record<Column, Column>>>>>> = {
  progress: { title: "progress", owner: "measureOwner", status: "measureStatus", dueDate: "measureDueDate" },
  initiative: { title: "initiative", status: "initiativeStatus" }
}

/** The group of each column: the name of a merged cell stands in the first of its columns. */
const groupsIn = (above: ReadonlyArray<string>, width: number): ReadonlyArray<Column> => {
  let group: Column = "ignored"
  return Array.from({ length: width }, (_, at) => {
    if (above[at]?.trim()) group = columnNamed(above[at])
    return group
  })
}

/** A header whose empty cells are named by the row above, as where cells are merged over both rows. */
const withAbove = (own: ReadonlyArray<string>, above: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: Math.max(own.length, above.length) }, (_, at) => own[at]?.trim() || (above[at] ?? ""))

/** The columns that the cells of a header name, below a row that may name groups of columns. */
const columnsOf = (own: ReadonlyArray<string>, above: ReadonlyArray<string> = []): ReadonlyArray<Column> => {
  const header = withAbove(own, above)
  const groups = groupsIn(above, header.length)
  const grouped = header.map(columnNamed).map((column, at) => inGroup[groups[at] ?? "ignored"]?.[column] ?? column)
  const named = besideOthers(grouped, header.map(wordsIn))
  // A summary beside a title describes it.
  const isSecondTitle = (at: number): boolean => named[at] === "title" && named.indexOf("title") < at
  const found = once(
    named.map((column, at) =>
      isSecondTitle(at) && /summary|zusammenfassung|r[eé]sum/i.test(header[at] ?? "") ? "description" : column
    ),
    // Jira names a parent by its number, its key and its title.
    named.includes("type") && named.includes("key") ? ["key", "objective"] : ["key"]
  )
  const has = (column: Column): boolean => found.includes(column)
  if (!has("title") || !has("objective") || has("type") || has("initiative") || has("progress")) return found
  // A list of initiatives names the objective of each.
  return found.map((column) => (column === "title" ? "initiative" : column === "status" ? "initiativeStatus" : column))
}

/** The cells of a column that are not empty; none without a column. */
const cellsAt = (rows: Cells, at: number): ReadonlyArray<string> =>
  rows.flatMap((row) => (row[at]?.trim() ? [row[at]] : []))

/** Columns by what is in them: dates, statuses, and the first other text. */
const columnsByContent = (rows: Cells, width: number): ReadonlyArray<Column> =>
  once(
    Array.from({ length: width }, (_, at): Column => {
      const cells = cellsAt(rows, at)
      const all = (read: (cell: string) => unknown): boolean =>
        cells.length > 0 && cells.every((cell) => read(cell) !== undefined)
      if (all((cell) => readDate(cell, true))) return "dueDate"
      if (all(readObjectiveStatus)) return "status"
      return cells.some((cell) => /\p{L}/u.test(cell)) ? "title" : "ignored"
    })
  )

/** Whether a column is known by what is in it. */
const isTold = (column: Column): boolean => column === "dueDate" || column === "status"

const namedIn = (row: ReadonlyArray<string>, above?: ReadonlyArray<string>): number =>
  columnsOf(row, above).filter((column) => column !== "ignored").length

/** Whether four in five rows, of two at least, have the same number of cells, which is above 1. */
const isTable = (rows: Cells): boolean => {
  const widths = rows.filter((row) => row.some((cell) => cell.trim() !== "")).map((row) => row.length)
  const isFrequent = (width: number): boolean => widths.filter((one) => one === width).length >= 0.8 * widths.length
  return rows.length > 1 && widths.some((width) => width > 1 && isFrequent(width))
}

/** Rows that a guess looks at. */
const sampleSize = 200

const maxSampleLength = 50_000

/** The last row, from 1, in which a header is looked for below the title of a sheet and the names of groups. */
const maxHeaderRow = 10

/** The row, from 1, that names the most columns, of two at least; 0 without one. */
const headerRowIn = (rows: Cells): number => {
  // Two names of its own tell a second row of names from a row of cells.
  const counts = rows
    .slice(0, maxHeaderRow)
    .map((row, at) => (namedIn(row) > 1 ? namedIn(row, rows[at - 1]) : namedIn(row)))
  const most = Math.max(0, ...counts)
  return most > 1 ? counts.indexOf(most) + 1 : 0
}

const guessForm = (text: string): Form => {
  const sample = text.slice(0, maxSampleLength)
  const scoreOf = (form: Form): number => {
    // An outline that is indented with tabs has no text before one.
    if (form === "outline" || (form === "tabs" && !/\S *\t/.test(sample)) || (form === "bars" && !hasBars(sample)))
      return 0
    const rows = cellsOf(sample, form).slice(0, sampleSize)
    return Number(headerRowIn(rows) > 0) * 2 + Number(isTable(rows))
  }
  const scores = forms.map(scoreOf)
  return forms[scores.indexOf(Math.max(...scores))] ?? "outline"
}

/** The teams named in the rows. */
export const teamsIn = (
  rows: Cells,
  { columns, headerRow }: Pick<Reading, "columns" | "headerRow">
): ReadonlyArray<string> => [
  ...new Set(cellsAt(rows.slice(headerRow), columns.indexOf("team")).map((cell) => oneLine(unguarded(cell))))
]

/** What the dates of a table tell about the order of day and month. */
const datesIn = (rows: Cells, columns: ReadonlyArray<Column>) =>
  orderIn((["dueDate", "measureDueDate"] as const).flatMap((column) => cellsAt(rows, columns.indexOf(column))))

/** The row of the header; without names that are known, the first row if it stands above dates or statuses and is neither. */
const guessHeaderRow = (rows: Cells, width: number): number => {
  const found = headerRowIn(rows)
  const [first = []] = rows
  if (found > 0 || (first.length === 1 && namedIn(first) === 1)) return found || 1
  const [whole, below] = [columnsByContent(rows, width), columnsByContent(rows.slice(1), width)]
  return Number(below.some((column, at) => isTold(column) && whole[at] !== column))
}

export const numberColumns = ["start", "target", "value"] as const

export interface GuessedReading {
  readonly reading: Reading
  readonly rows: Cells
  /** Whether the text tells the order of day and month, the decimal sign, and the names of columns. */
  readonly told: { readonly dates: boolean; readonly decimal: boolean; readonly columns: boolean }
}

/**
 * `given` is what the user has corrected already. `isDayFirst` and `decimal` apply where the text does not tell. `here`: the team that
 * the import was opened in; undefined without one.
 */
export const readingOf = (
  text: string,
  given: Partial<Reading>,
  otherwise: Pick<Reading, "isDayFirst" | "decimal" | "top"> & { readonly here: unknown }
): GuessedReading => {
  const form = given.form ?? guessForm(text)
  const rows = form === "outline" ? [] : cellsOf(text, form)
  const sample = rows.slice(0, sampleSize)
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0)
  const headerRow = given.headerRow ?? guessHeaderRow(sample, width)
  const header = rows[headerRow - 1] ?? []
  const guessed =
    namedIn(header) > 0
      ? columnsOf(
          Array.from({ length: width }, (_, at) => header[at] ?? ""),
          rows[headerRow - 2]
        )
      : columnsByContent(sample.slice(headerRow), width)
  const columns = given.columns?.length === guessed.length ? given.columns : guessed
  const below = rows.slice(headerRow)
  const order = datesIn(below, columns).isDayFirst
  const numbers = below.map((row) => numberColumns.map((column) => row[columns.indexOf(column)] ?? ""))
  const sign = decimalEvidence(form === "outline" ? [text.match(/\d[\d.,]*\d/g) ?? []] : numbers, form === "semicolons")
  const decimal = given.decimal ?? sign.likely ?? otherwise.decimal
  const told = { dates: order !== undefined, decimal: sign.isTold, columns: width < 2 || namedIn(header) > 0 }
  const isDayFirst = given.isDayFirst ?? order ?? otherwise.isDayFirst
  const teams = teamsIn(rows, { columns, headerRow })
  // The only team of a file may have another name here.
  const team = given.team ?? (otherwise.here !== undefined && teams.length === 1 ? teams[0]! : "")
  const { top = otherwise.top, skippedRows = [], skippedTeams = [], statuses = {}, types = {}, units = {} } = given
  const answers = { skippedRows, skippedTeams, statuses, types, units }
  return { rows, told, reading: { form, headerRow, columns, isDayFirst, decimal, team, top, ...answers } }
}
