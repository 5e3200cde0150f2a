import type { ObjectivesBody } from "../../../domain/views/Views.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { folded } from "../../texts/Composed.ts"

type Objective = ObjectivesBody["objectives"][number]
type Status = Objective["status"]

/** Which objectives of a board are shown; `principle`: an id, "none" for those without any, or empty for all. */
export interface BoardFilter {
  readonly text: string
  readonly statuses: ReadonlyArray<Status>
  readonly principle: string
}

export const everything: BoardFilter = { text: "", statuses: [], principle: "" }

export const isEverything = ({ text, statuses, principle }: BoardFilter): boolean =>
  text.trim() === "" && statuses.length === 0 && principle === ""

/** Of an address's query; what it does not know, it passes over. */
export const filterOf = (query: string): BoardFilter => {
  const found = new URLSearchParams(query)
  const chosen = found.get("status")?.split(",") ?? []
  return {
    text: found.get("q") ?? "",
    statuses: objectiveStatuses.filter((status) => chosen.includes(status)),
    principle: found.get("principle") ?? ""
  }
}

/** With its question mark; empty when everything is shown. */
export const queryOf = ({ text, statuses, principle }: BoardFilter): string => {
  const query = new URLSearchParams()
  if (text.trim() !== "") query.set("q", text)
  if (statuses.length > 0) query.set("status", statuses.join(","))
  if (principle !== "") query.set("principle", principle)
  return query.size === 0 ? "" : `?${query}`
}

const words = ({ title, description, groups, initiatives, progress }: Objective): string =>
  [title, description, ...[...groups, ...progress].map(({ name }) => name), ...initiatives.map(({ title }) => title)]
    .map(folded)
    .join("\n")

const isOf = ({ principles }: Objective, principle: string): boolean =>
  principle === "" || (principle === "none" ? principles.length === 0 : principles.some(({ id }) => id === principle))

/** Every word of the text is to be somewhere in the objective, whatever its case and accents. */
export const passes = ({ text, statuses, principle }: BoardFilter): ((objective: Objective) => boolean) => {
  const wanted = folded(text)
    .split(/\s+/)
    .filter((word) => word !== "")
  return (objective) => {
    if (statuses.length > 0 && !statuses.includes(objective.status)) return false
    if (!isOf(objective, principle)) return false
    if (wanted.length === 0) return true
    const all = words(objective)
    return wanted.every((word) => all.includes(word))
  }
}
