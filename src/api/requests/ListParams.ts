import { Schema } from "effect"
import { described, documentedAs } from "../../domain/entities/Documented.ts"
import { eventTypes, insteadOfRetired } from "../../shared/EventTypes.ts"
import { perTeam, teams } from "../../shared/Limits.ts"
import { objectiveStatuses } from "../../shared/Statuses.ts"

/** A list with commas between its items, still as text. */
const listOf = (rule: string, max: number, maxItemLength: number, isItem: (text: string) => boolean) =>
  Schema.String.annotate({ message: rule }).check(
    Schema.makeFilter((text: string) => {
      const items = text.split(",", max + 1)
      if (items.length <= max && items.every(isItem)) return true
      return rule + (items.map(insteadOfRetired).find(Boolean) ?? "")
    }),
    documentedAs(() => ({ minLength: 1, maxLength: max * (maxItemLength + 1) - 1 }))
  )

/** One of these texts. */
export const literalParam = <const L extends ReadonlyArray<string>>(values: L) => {
  const message = values.length > 2 ? `must be one of ${values.join(", ")}` : `must be ${values.join(" or ")}`
  return Schema.Literals(values).annotate({ message })
}

const isId = Schema.is(Schema.String.check(Schema.isGUID()))

const ids = (noun: string, max: number) =>
  listOf(`must be the ids of at most ${max} ${noun}, separated by commas`, max, 36, isId)

const literalList = (rule: string, literals: ReadonlyArray<string>) =>
  listOf(rule, literals.length, Math.max(...literals.map(({ length }) => length)), (text) => literals.includes(text))

export const statusListParam = literalList(
  `must be statuses (${objectiveStatuses.join(", ")}), separated by commas`,
  objectiveStatuses
)

export const eventTypeListParam = literalList("must be event types, separated by commas", eventTypes)

export const objectiveIdsParam = ids("objectives", perTeam.objectives)

export const teamIdsParam = described(
  "Only the teams with these ids, separated by commas",
  Schema.optional(ids("teams", teams))
)
