import { Data } from "effect"

/** The text is none that an import reads, or too large: the message says what it is. */
export class ImportRefused extends Data.TaggedError("ImportRefused")<{ readonly message: string }> {}
