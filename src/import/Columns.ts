import type { DecimalSign } from "../shared/Quantities.ts"
import { isKnownUnit } from "../shared/Units.ts"
import { patternOf, wordsIn } from "./CellText.ts"
import type { Answers } from "./values/Answers.ts"

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
  statusNote:
    "Status note|(status|state|rag) (comment|reason|update|text|explanation)|(comment|reason|note)s? (on|for|to|of) (the )?status|why|reason|" +
    "(status ?)?(begrundung|grund)|status ?(kommentar|notiz|bemerkung|text)|(begrundung|grund|kommentar) (des|zum) status|warum|wieso|" +
    "(raison|motif|commentaire|justification)( du statut| de l etat)?|pourquoi|" +
    "(motivo|razon|comentario|justificacion)( del? estado)?|por que",
  owner:
    "Owner|assignee|lead|responsible|accountable|dri|((goal|objective|okr) )?(owner|lead)( name)?|(objective|goal) lead|" +
    "(person )?responsible( person)?|(directly )?responsible( individual)?|assigned to|" +
    "verantwortlich(e[rn]?|keit)?( [rn]| person| in)?|verantwortung|hauptverantwortlich(er?)?|zustandig(e person|er|keit)?|zugewiesen(e person)?|" +
    "bearbeiter( in)?|ansprechpartner( in)?|eigentumer( in)?|besitzer( in)?|inhaber( in)?|(ziel|okr) ?(verantwortliche?[rn]?|owner|eigner( in)?)|leitung|wer|" +
    "(personne )?responsable|assigne( a)?|personne assignee|attribue a|proprietaire|pilote|porteur|" +
    "persona (asignada|responsable)|asignad[oa]( a)?|propietari[oa]|encargad[oa]|titular",
  startDate:
    "Start date|start(s|ing)? (on|day|date)|begin(s|ning|n)?( date| on)?|date started|start ?(datum|termin|tag)|anfang(sdatum|stermin)?|" +
    "(date de )?debut|date de (debut|depart)|commence( le)?|fecha (de )?(inicio|inicial|comienzo)|comienzo",
  dueDate:
    "Due date|due( on)?|deadline|(target|end|finish) date|end|date|fallig( am)?|falligkeit(sdatum)?|frist|(end|ziel)?(termin|datum)|" +
    "(date d )?echeance|date (limite|de fin)|fecha( limite| de vencimiento| de fin)?|vencimiento",
  parent:
    "Parent objective|parent (goal|okr)|align(ed|ment|s)?( to| with)?|contribut(es|ing|ion) to|support(s|ing)?( (goal|objective|okr))?|ladders (up )?to|" +
    "unterstutzt(es)?( ziel)?|zahlt (ein )?auf( ziel)?( ein)?|ubergeordnetes (ziel|okr)|oberziel|tragt bei zu|beitrag zu|ausgerichtet (auf|an)|" +
    "objectif (parent|superieur|soutenu)|soutient|contribue a|aligne (sur|avec|a)|" +
    "objetivo (padre|superior|principal)|apoya( a)?|contribuye a|alinead[oa] (con|a)",
  principle: "Principles?|prinzip|grundsatz|(strategic )?pillar|principe|principio|pilier|pilar",
  description: "Description|details|beschreibung|context|kontext|descripcion|contexte|contexto",
  unit: "Unit|einheit|(metric|measurement) unit|unite|unidad",
  start:
    "Start|(start|starting|initial) value|initial|baseline|from|von|startwert|ausgangswert|basiswert|anfangswert|" +
    "valeur (initiale|de depart|de base)|depart|valor (inicial|base)|inicio",
  target: "Target|(target|goal) value|to|bis|zielwert|soll(wert)?|(valeur )?cible|meta|valor (objetivo|meta)",
  value:
    "Value|now|current( value)?|actual( value)?|latest|wert|ist(wert)?|aktuell(er (wert|stand))?|stand|" +
    "(valeur )?(actuelle|reelle)|realise|valor( actual)?|actual",
  confidence: "Confidence|zuversicht|confiance|confianza",
  note: "Note|comment|notiz|kommentar|bemerkung|commentaire|remarque|nota|comentario",
  checkInDate:
    "Check in date|date of (the )?(value|check in|measurement|reading)|(value|actual|check in|measurement|reporting) date|as (of|at)|measured (on|at)|" +
    "stand (vom|am|per)|stichtag|mess(datum|tag)|datum de[rs] (ist)?(werts?|messung|stand(e?s)?)|(gemessen|erhoben) am|" +
    "date de (la )?(valeur|mesure)|mesure le|fecha de(l| la)? (valor|medicion|dato)|medido el",
  team: "Team|department|abteilung|team name|equipe|equipo|departamento",
  color: "Team colou?r|colou?r|farbe",
  initiative:
    "Initiatives?|project|task|sub task|story|bug|issue|action|projekt|ma(ss|ß)nahme|(unter)?aufgabe|fehler|" +
    "projet|(sous )?tache|recit|proyecto|(sub)?tarea|historia|accion|iniciativa",
  initiativeStatus: "Status of initiatives?|(initiative|project|task) status|projektstatus",
  progress:
    "Measure|key result|kr|kpi|metric|kennzahl|schlusselergebnis(se)?|messgro(ss|ß)e|(key result|kr) (name|title)|" +
    "resultats? cles?|indicateur|resultados? claves?|indicador|metrique|metrica",
  period:
    "Period|quarter|cycle|session|time ?(frame|period)|sprint|quartal|zeitraum|periode|trimestre|periodo|year|(geschafts|fiscal |financial )?(jahr|year)|fy|" +
    "annee|exercice|ano|ejercicio|semestre|halbjahr|half( year)?",
  link: "Link|url|hyperlink|web ?(site|page)|lien|enlace",
  initiativeOwner:
    "Owner of initiatives?|(initiative|project|task|action) (owner|lead|assignee)|(projekt|ma(ss|ß)nahmen|aufgaben) ?(verantwortlich(er?)?|leiter( in)?|leitung|owner)|" +
    "responsable (du projet|de l action|del proyecto|de la (accion|tarea))|chef de projet",
  measureOwner: "Owner of measures?|(key result|kr|measure|metric) (owner|assignee)",
  measureStatus: "Status of measures?|(key result|kr|measure|metric) status",
  measureDueDate: "Due date of measures?|(key result|kr|measure|metric) (due( date)?|deadline|end date)",
  key:
    "Key|id|(issue|item|goal|objective|okr) (key|id)|okr reference|schlussel|vorgangs ?(schlussel|id|nummer)|" +
    "cle( de ticket)?|(id|identifiant) d[eu] ticket|clave( de incidencia)?|id de (la )?incidencia",
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
  /** The year of a period that names none, by its text; the first month of a fiscal year, such as `2026-04`, by its name. */
  readonly periods: Answers
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

export const numberColumns = ["start", "target", "value"] as const
