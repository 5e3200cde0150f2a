import { Data } from "effect"

/** An archive that cannot be read, is cut off, or holds what no export writes. The message is one sentence. */
export class ArchiveInvalid extends Data.TaggedError("ArchiveInvalid")<{ readonly message: string }> {}
