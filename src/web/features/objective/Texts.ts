import { texts as shared } from "../../texts/Texts.ts"
import { initiatives } from "./InitiativeTexts.ts"
import { measures } from "./MeasureTexts.ts"

/** What it says, and what all the page says. */
export const texts = { ...shared, initiatives, measures }
