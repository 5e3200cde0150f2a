import { Data } from "effect"
import type { StorageError } from "../domain/StorageError.ts"

/** There is no such team, or was none at that moment. */
export class TeamNotFound extends Data.TaggedError("TeamNotFound") {
  override readonly message = "There is no team with this id."
}

/** The moment lies beyond the latest event that readers see. */
export class MomentNotFound extends Data.TaggedError("MomentNotFound")<{ readonly latest: number }> {
  override get message(): string {
    return `The latest event is ${this.latest}.`
  }
}

/** As many presentations wait to be made as may wait; try again later. */
export class ExporterBusy extends Data.TaggedError("ExporterBusy") {
  override readonly message = "Too many presentations are being made. Try again shortly."
}

/** There is more in the team than a presentation can hold; the same as long as the team does not change. */
export class TeamTooLarge extends Data.TaggedError("TeamTooLarge")<{ readonly message: string }> {}

/** A presentation could not be made: a fault of ours, unless it took more memory or time than it may. */
export class DeckFailed extends Data.TaggedError("DeckFailed")<{
  readonly cause: unknown
  readonly exceeded: boolean
}> {
  override readonly message = "The presentation could not be made."
}

export type ExportError = TeamNotFound | MomentNotFound | TeamTooLarge | ExporterBusy | DeckFailed | StorageError
