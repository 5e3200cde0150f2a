export * from "../../texts/Texts.ts"
export * as initiatives from "./InitiativeTexts.ts"
export * as measures from "./MeasureTexts.ts"
