import { Data } from "effect"
import type { StorageError } from "../domain/StorageError.ts"

/** The team does not exist, or did not at that sequence number. */
export class TeamNotFound extends Data.TaggedError("TeamNotFound") {
  override readonly message = "There is no team with this id."
}

/** The sequence number is beyond the latest event that readers see. */
export class MomentNotFound extends Data.TaggedError("MomentNotFound")<{ readonly latest: number }> {
  override get message(): string {
    return `The latest event is ${this.latest}.`
  }
}

/** The queue of presentations is full; try again later. */
export class ExporterBusy extends Data.TaggedError("ExporterBusy") {
  override readonly message = "Too many presentations are being made. Try again shortly."
}

/** The team is too large for a presentation; this holds until the team changes. */
export class TeamTooLarge extends Data.TaggedError("TeamTooLarge")<{ readonly message: string }> {}

/** A presentation could not be made, because of a defect or because it exceeded its limit of memory or time. */
export class DeckFailed extends Data.TaggedError("DeckFailed")<{
  readonly cause: unknown
  readonly exceeded: boolean
}> {
  override readonly message = "The presentation could not be made."
}

export type ExportError = TeamNotFound | MomentNotFound | TeamTooLarge | ExporterBusy | DeckFailed | StorageError
