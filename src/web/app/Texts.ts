import { texts as shared } from "../texts/Texts.ts"
import { account } from "./AccountTexts.ts"
import { shell, signInTexts } from "./ShellTexts.ts"

/** What it says, and what all the page says. */
export const texts = { ...shared, account, shell, signIn: signInTexts }
