import { capitalized } from "../../shared/words/Nouns.ts"
import { counted } from "./values/Counted.ts"

/** How a change of many things is named in the history, in the middle of a sentence, and once it is made. */
export interface Wording {
  readonly name: string
  readonly subject: string
  readonly done: string
}

/** `what` it is, without an article. */
export const wording = (what: string, done: string): Wording => ({
  name: capitalized(what),
  subject: `the ${what}`,
  done
})

export const partly = (made: number, total: number) =>
  `${made} of ${counted(total, "change")} made. The top of the page lists the others.`
export const noChange = "No change needed."
