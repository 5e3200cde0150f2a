export * from "../../texts/Texts.ts"
export * as teams from "./TeamTexts.ts"
