import { excessOf } from "../../../shared/TextLength.ts"
import * as texts from "../../texts/SharedTexts.ts"

/** Says by how much a text is too long; empty where it is not. */
export const lengthError = (text: string, maxLength: number): string => {
  const excess = excessOf(text, maxLength)
  return excess > 0 ? texts.common.tooLong(excess) : ""
}
