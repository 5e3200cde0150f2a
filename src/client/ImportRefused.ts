import { Data } from "effect"
import type { Question } from "../import/Questions.ts"

/** The text is none that an import reads, or too large: the message says what it is. */
export class ImportRefused extends Data.TaggedError("ImportRefused")<{ readonly message: string }> {}

/** There is no team of this name or id. */
export class UnknownTeam extends Data.TaggedError("UnknownTeam")<{ readonly message: string }> {}

/** The plan has questions: answer them by options of `imports.plan`. */
export class ImportUnanswered extends Data.TaggedError("ImportUnanswered")<{
  readonly questions: ReadonlyArray<Question>
}> {
  override readonly message = `The import has open questions: ${this.questions.map(({ text }) => text).join(" ")}`
}
