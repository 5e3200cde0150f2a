import { Data } from "effect"

/** The page cannot be built, or what was built cannot be read. The message is one line. */
export class PageNotBuilt extends Data.TaggedError("PageNotBuilt")<{
  readonly message: string
  readonly cause?: unknown
}> {}
