export * from "../../texts/Texts.ts"
export { commands, teamCommands } from "./CommandTexts.ts"
export * as find from "./FindTexts.ts"
