import type { DeckPlan } from "../../src/deck/DeckPlan.ts"
import { plan } from "../../src/deck/DeckPlanner.ts"
import type { AnyInput } from "../../src/deck/Input.ts"

const known = new WeakMap<AnyInput, Map<AnyInput["detail"], DeckPlan>>()

/** The plan of an input, with that detail, made once for all who look at it. */
export const planned = (input: AnyInput, detail = input.detail): DeckPlan => {
  const plans = known.get(input) ?? new Map<AnyInput["detail"], DeckPlan>()
  known.set(input, plans)
  const made = plans.get(detail) ?? plan(detail === input.detail ? input : { ...input, detail })
  plans.set(detail, made)
  return made
}
