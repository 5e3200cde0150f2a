export * from "../../texts/Texts.ts"
export * as users from "./UserTexts.ts"
