export const shell = {
  overview: "Overview",
  teams: "Teams",
  log: "Log",
  users: "Users",
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
  username: "Username",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in…",
  empty: "Fill in both, please."
}
