import { passwordLength, usernameLength } from "../../../shared/Limits.ts"

export * from "../../texts/SharedTexts.ts"

const length = `${passwordLength.minimum} to ${passwordLength.maximum} characters`

export const users = {
  add: "Add person",
  notLoaded: "Couldn’t load people.",
  username: "Username",
  role: "Role",
  roles: { viewer: "Viewer", editor: "Editor", admin: "Admin" },
  roleHints: {
    viewer: "Can view everything.",
    editor: "Can view and edit plans.",
    admin: "Can also manage teams and people, and see all activity."
  },
  roleOf: (name: string) => `Role of ${name}`,
  created: "Created",
  actions: "Actions",
  you: "You",
  ownRole: "Only another admin can change your role.",
  roleChanged: (name: string, role: string) => `${name} now has the role ${role}.`,
  addTitle: "Add a person",
  addSubmit: "Add person",
  password: "Password",
  passwordHint: `${length}.`,
  generate: "Generate",
  noName: "Enter a username.",
  tooLong: `Use at most ${usernameLength} characters.`,
  length: `Use ${length}.`,
  added: (name: string) => `${name} can now sign in`,
  invitation: (address: string, name: string, password: string) =>
    `You can sign in to ${address} as ${name}.\nPassword: ${password}\nYou can change it under Your account.`,
  invitationHint: "Copy the invitation now; you won’t see the password again. Send it privately.",
  actionsOf: (name: string) => `Actions for ${name}`,
  resetPassword: "Reset password",
  resetTitle: (name: string) => `Reset the password of ${name}?`,
  resetText:
    "This person is signed out everywhere at once and gets a new password, which you see next. Tokens stay valid.",
  passwordOf: (name: string) => `New password of ${name}`,
  resetHint: "Copy it now; you won’t see it again. Send it privately: it can be changed under Your account.",
  endSessions: "End all sessions",
  sessions: "Sessions…",
  sessionsOf: (name: string) => `Sessions of ${name}`,
  sessionsNotLoaded: "Couldn’t load the sessions.",
  noSessions: "Not signed in anywhere.",
  endText: "Ending all sessions signs this person out everywhere at once. They can sign in again; tokens stay valid.",
  sessionsEnded: (name: string) => `${name} is signed out.`,
  remove: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    "This person is signed out everywhere at once and can’t sign in again. Their tokens stop working. Their changes are kept, with their name.",
  deleteSubmit: "Delete person",
  deleted: (name: string) => `${name} deleted.`
}
