import type { EntityType } from "../../../shared/Entities.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import { capitalized } from "../../texts/FieldTexts.ts"
import { counted } from "../../texts/values/Counted.ts"
import { formatList } from "../../texts/values/PageFormats.ts"
import { nounOfField } from "../../workspace/FieldRows.ts"

/** "2 groups and 1 measure"; without the types that have none. */
export const listCounts = (counts: ReadonlyArray<readonly [EntityType, number]>): string =>
  formatList(counts.flatMap(([type, count]) => (count > 0 ? counted(count, rowOf(type).noun) : [])))

export const labelOfField = (field: string): string => capitalized(nounOfField(field))
