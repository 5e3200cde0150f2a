import { Data } from "effect"
import type { GateRefused } from "../bounded/Gate.ts"
import type { StorageError } from "../domain/StorageError.ts"

/** A team does not exist, or did not at that sequence number; or there is none at all. */
export class TeamNotFound extends Data.TaggedError("TeamNotFound")<{ readonly message: string }> {}

/** A parameter does not fit the strategy: before or beyond its events, after the deck's date, of another team. */
export class ParameterRejected extends Data.TaggedError("ParameterRejected")<{
  readonly parameter: "at" | "since" | "sinceDeck" | "objectives"
  /** What is wrong, as the rest of a sentence that begins with the parameter's name. */
  readonly reason: string
}> {
  override get message(): string {
    return `${this.parameter} ${this.reason}`
  }
}

/** The presentation took more memory or time than the process has. Its content decides that, so trying again soon is no use. */
export class DeckTooLarge extends Data.TaggedError("DeckTooLarge") {
  override readonly message =
    "This presentation exceeds the memory or time limit. Select fewer objectives, or use detail=board."
}

/** A presentation could not be made, because of a defect or because it exceeded its limit of memory or time. */
export class DeckFailed extends Data.TaggedError("DeckFailed")<{
  readonly cause: unknown
  readonly exceeded: boolean
}> {
  override readonly message = "The presentation could not be made."
}

export type ExportError = TeamNotFound | ParameterRejected | DeckTooLarge | DeckFailed | GateRefused | StorageError
