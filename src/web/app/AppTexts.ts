import type { SignInFault } from "../../shared/SignInFaults.ts"

export * from "../texts/SharedTexts.ts"

export const shell = {
  overview: "Overview",
  teams: "Teams",
  log: "Activity",
  users: "People",
  webhooks: "Integrations",
  find: "Find",
  account: "Your account",
  signedInAs: (name: string, role: string) => `Signed in as ${name} (${role})`,
  signOut: "Sign out",
  keys: "Keyboard shortcuts",
  theme: { system: "System theme", light: "Light theme", dark: "Dark theme" },
  main: "Main"
}

export const signIn = {
  title: "Sign in",
  ended: "Your session has ended. Sign in to continue where you left off. Nothing you typed is lost.",
  insecure:
    "Browsers don’t keep a sign-in on a page opened over plain HTTP. Open its https:// address, or use localhost on the server itself.",
  noCookies: "To sign in, allow cookies for this page.",
  username: "Username",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in…",
  empty: "Enter username and password.",
  withProvider: (name: string) => `Sign in with ${name}`,
  adminsPassword: "Sign in with a password (admins only)"
}

export const invitation = {
  title: "Choose a password",
  as: (username: string) => `Your username is ${username}.`,
  name: "Your name",
  hint: "How others see you.",
  submit: "Save and sign in",
  other: "Sign in instead"
}

export const gone = "This objective no longer exists."

export const openLink = {
  title: "Opening your link",
  hint: "Nothing happens?",
  again: "Open it again"
}

/** By the code in the address, see `shared/SignInFaults`. */
export const signInFaults: Readonly<Record<SignInFault, string>> = {
  denied: "The sign-in was canceled.",
  expired: "This sign-in has expired or was started in another window. Try again.",
  provider_unavailable: "Your company’s sign-in isn’t answering. Try again in a few minutes.",
  provider_answer: "Your company’s sign-in gave an answer that can’t be trusted. Try again, or tell your admin.",
  no_role: "You don’t have access yet. Ask your admin to add you to a group that does.",
  groups_missing: "You are in too many groups for your company’s sign-in to list them. Tell your admin.",
  busy: "Many people are signing in at the moment. Try again shortly.",
  failed: "Something went wrong on our side. Try again shortly."
}
