import { capitalized } from "../../shared/words/Nouns.ts"

export { capitalized }

export const label = (noun: string, entity: string) => capitalized(`${entity} ${noun}`)
export const edit = (label: string, text: string) => `Edit ${label.toLowerCase()}: ${text}`
export const newLabel = (noun: string, entity: string, group: string | undefined) =>
  `New ${entity} ${noun}${group === undefined ? "" : ` in ${group}`}`
export const empty = (noun: string, mayEdit: boolean) => `${mayEdit ? "Add" : "No"} ${noun}`
