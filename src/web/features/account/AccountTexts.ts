import { maxTokens, tokenDays, tokenNameLength } from "../../../shared/TokenScopes.ts"

export * from "../../texts/SharedTexts.ts"

export const account = {
  title: "Your account",
  signedIn: (name: string, role: string) => `Signed in as ${name} (${role})`,
  name: "Name",
  nameLabel: "What others call you",
  question: "What should others call you?",
  notNow: "Not now",
  noName: "Enter a name.",
  renamed: (name: string) => `Others see you as ${name} now.`,
  password: "Password",
  passwordHint: "Changing it signs you out everywhere else. Tokens stay valid.",
  changePassword: "Change password",
  sessions: "Sessions",
  sessionsHint: "Where you are signed in. A session lasts seven days.",
  sessionsNotLoaded: "Couldn’t load your sessions.",
  current: "This session",
  end: "End",
  endOf: (device: string, time: string) => `End the session on ${device}, signed in ${time}`,
  ended: "Session ended."
}

export const tokens = {
  title: "Tokens",
  hint: "Tokens let programs act for you without your password. Keep them as safe as your password.",
  adminHint: "Tokens let programs act for people. Revoke any you don’t need.",
  notLoaded: "Couldn’t load the tokens.",
  none: "No tokens yet.",
  nobody: "No tokens yet. Everyone creates their own under “Your account”.",
  create: "Create token",
  createTitle: "Create a token",
  name: "Name",
  nameHint: "What uses it, such as “Weekly report”.",
  scope: "Scope",
  scopes: { read: "Read", write: "Read and edit", admin: "Full access, same as yours", feed: "Calendar feeds" },
  scopeHints: {
    read: "Can view everything.",
    write: "Can view and edit plans.",
    admin: "Can also manage teams and people, but no passwords, sessions or tokens.",
    feed: "Can be used only in calendar addresses."
  },
  days: "Expires after (days)",
  daysHint: `${tokenDays.minimum} to ${tokenDays.maximum}.`,
  noName: "Enter a name.",
  tooLong: `Use at most ${tokenNameLength} characters.`,
  wrongDays: `Enter a whole number from ${tokenDays.minimum} to ${tokenDays.maximum}.`,
  tooMany: `You can have at most ${maxTokens} tokens.`,
  secretOf: (name: string) => `Token “${name}”`,
  secretHint: "Copy it now; you won’t see it again. Programs send it in the header Authorization: Bearer.",
  used: (ago: string) => `last used ${ago}`,
  unused: "never used",
  expires: (day: string) => `expires ${day}`,
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText: "Programs that use this token stop working at once.",
  revokeSubmit: "Revoke token",
  revoked: "Token revoked."
}
