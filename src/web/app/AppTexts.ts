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
  theme: { system: "System", light: "Light", dark: "Dark" },
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
  empty: "Enter username and password."
}
