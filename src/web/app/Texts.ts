export * from "../texts/Texts.ts"
export * as account from "./AccountTexts.ts"
export * as shell from "./ShellTexts.ts"
export * as signIn from "./SignInTexts.ts"
