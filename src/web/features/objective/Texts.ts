import { texts as shared } from "../../texts/Texts.ts"
import { initiatives } from "./InitiativeTexts.ts"
import { measures } from "./MeasureTexts.ts"

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, initiatives, measures }
