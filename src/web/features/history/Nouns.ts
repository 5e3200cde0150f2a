import type { EntityType } from "../../../shared/Entities.ts"
import { rowNamed } from "../../workspace/FieldRows.ts"

export const nouns: Record<EntityType, readonly [string, string]> = {
  team: ["team", "teams"],
  principle: ["principle", "principles"],
  objective: ["objective", "objectives"],
  group: ["group", "groups"],
  initiative: ["initiative", "initiatives"],
  progress: ["measure", "measures"]
}

/** Labels of fields without a row. */
const otherLabels: Readonly<Record<string, string>> = {
  position: "Place",
  placement: "Place",
  definition: "Measure",
  group: "Group",
  checkIns: "Check-ins kept",
  principle: "Link"
}

export const labelOfField = (field: string): string => {
  const noun = rowNamed(field)?.noun
  return noun === undefined ? (otherLabels[field] ?? field) : noun.charAt(0).toUpperCase() + noun.slice(1)
}
