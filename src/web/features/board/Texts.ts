export * from "../../texts/Texts.ts"
export * as board from "./BoardTexts.ts"
export * as boardFilter from "./FilterTexts.ts"
