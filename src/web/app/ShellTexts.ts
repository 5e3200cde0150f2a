export const shell = {
  overview: "Overview",
  teams: "Teams",
  log: "Log",
  users: "Users",
  find: "Find",
  account: "Account",
  signedInAs: (name: string, role: string) => `Signed in as ${name} (${role})`,
  changePassword: "Change password",
  signOut: "Sign out",
  keys: "Keyboard",
  theme: { system: "As the system", light: "Light", dark: "Dark" },
  main: "Main"
}

export const signInTexts = {
  title: "Sign in",
  ended: "Your session is over. Sign in to go on where you were; nothing you typed is lost.",
  notKept:
    "Browsers keep no sign-in on a page opened over plain HTTP. Open it by its https:// address, or as localhost on the server itself.",
  username: "Username",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in…",
  empty: "Fill in both, please."
}
