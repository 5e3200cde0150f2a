export * from "../../texts/Texts.ts"
export * as overview from "./OverviewTexts.ts"
