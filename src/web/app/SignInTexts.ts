export const title = "Sign in"
export const ended = "Your session is over. Sign in to go on where you were; nothing you typed is lost."
export const notKept =
  "Browsers keep no sign-in on a page opened over plain HTTP. Open it by its https:// address, or as localhost on the server itself."
export const username = "Username"
export const password = "Password"
export const submit = "Sign in"
export const busy = "Signing in…"
export const empty = "Fill in both, please."
