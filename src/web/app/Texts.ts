import { texts as shared } from "../texts/Texts.ts"
import { account } from "./AccountTexts.ts"
import { shell, signInTexts } from "./ShellTexts.ts"

/** The texts of the page around the features, together with the shared ones. */
export const texts = { ...shared, account, shell, signIn: signInTexts }
