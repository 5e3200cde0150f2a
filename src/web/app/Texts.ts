export * from "../texts/Texts.ts"
export * as shell from "./ShellTexts.ts"
export * as signIn from "./SignInTexts.ts"
