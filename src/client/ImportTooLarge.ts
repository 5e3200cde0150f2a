import { Data } from "effect"
import { maxLength } from "../import/DecodedFile.ts"

export class ImportTooLarge extends Data.TaggedError("ImportTooLarge") {
  override readonly message = `The text has more than ${maxLength} characters. Split it.`
}
