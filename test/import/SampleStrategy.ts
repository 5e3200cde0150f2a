import type { InitiativeStatus, ObjectiveStatus } from "../../src/shared/Statuses.ts"

/**
 * The strategy that the files in `samples` hold, each as another program exports it: Excel with German settings, a row
 * for each entity; Google Sheets, an objective with several entities in a row; Notion, with the addresses of related pages.
 */

interface Objective {
  readonly title: string
  readonly description: string
  readonly status: ObjectiveStatus
  readonly statusNote: string
  readonly owner: string
  readonly startDate: string | null
  readonly dueDate: string | null
  /** Indices of principles. */
  readonly links: ReadonlyArray<number>
  readonly groups: ReadonlyArray<string>
  readonly initiatives: ReadonlyArray<{
    readonly title: string
    readonly status: InitiativeStatus
    readonly owner: string
    /** An index of `groups`. */
    readonly group: number | undefined
  }>
  readonly measures: ReadonlyArray<{
    readonly title: string
    readonly unit: string
    readonly start: number
    readonly target: number
    readonly value: number
    readonly confidence: number | null
    readonly note: string
  }>
}

export const principles: ReadonlyArray<{ readonly title: string; readonly description: string }> = [
  { title: "Customers first", description: "We say no to what does not help them.\nEven when it is ours." },
  { title: 'Say "no" early', description: 'A late "yes" costs more than an early "no".' },
  { title: "Simple, then complete", description: "One thing that works; then the next." },
  { title: "Kein Risiko für Daten", description: "Größe ist kein Grund; Eile auch nicht." },
  { title: "Numbers over opinions", description: "What is measured is discussed once." },
  { title: "One owner; many helpers", description: "" },
  { title: "Boring technology", description: "Novelty is paid for at night." },
  { title: "Écrire d’abord", description: "Decisions are written down, before they are made." }
]

const subjects = [
  'Answer "where is my order?" within a minute',
  "Grow revenue in Austria, Switzerland and Poland",
  "Cut waste; keep quality",
  "Größere Kunden gewinnen",
  "Halve the returns"
]

const phases = ["in spring", "in summer", "in autumn", "in winter", "for good"]

const statuses: ReadonlyArray<ObjectiveStatus> = ["draft", "on_track", "at_risk", "off_track", "achieved", "missed"]

const stages: ReadonlyArray<InitiativeStatus> = ["planned", "active", "done", "dropped"]

const steps = ['Ask ten customers: "why?"', "Plan, try, measure", "Tell everybody"]

const two = (value: number): string => String(value).padStart(2, "0")

const measureOf = (at: number, index: number): Objective["measures"][number] =>
  index === 0
    ? {
        title: `Share of customers, ${at + 1}`,
        unit: "%",
        start: 12.5 + at,
        target: 80.25,
        value: 20 + at / 4,
        confidence: at % 3 === 0 ? at % 11 : null,
        note: at % 4 === 0 ? 'They said "faster".\nWe agree; mostly.' : ""
      }
    : {
        title: `Revenue ${at + 1}`,
        unit: "EUR",
        start: 0,
        target: 1_234_567.5,
        value: -1_250.75,
        confidence: null,
        note: ""
      }

export const objectives: ReadonlyArray<Objective> = Array.from({ length: 25 }, (_, at) => {
  const isGrouped = at % 5 === 0
  return {
    title: `${subjects[at % 5]} ${phases[Math.floor(at / 5)]}`,
    description: at % 3 === 0 ? `Because it counts, "really".\n\nSee page ${at + 1}; and the next.` : "",
    status: statuses[at % 6] ?? "draft",
    ...{ statusNote: "", owner: "", startDate: null },
    dueDate: at % 6 === 5 ? null : `2027-${two((at % 12) + 1)}-${two(at + 3)}`,
    links: [at % 8, (at + 3) % 8].toSorted((left, right) => left - right),
    groups: isGrouped ? [`Stage, ${at + 1}`] : [],
    initiatives: Array.from({ length: at < 10 ? 3 : 2 }, (_, index) => ({
      title: `${steps[index]} (${at + 1})`,
      status: stages[(at + index) % 4] ?? "planned",
      owner: "",
      group: isGrouped && index < 2 ? 0 : undefined
    })),
    measures: Array.from({ length: at < 5 ? 2 : 1 }, (_, index) => measureOf(at, index))
  }
})
