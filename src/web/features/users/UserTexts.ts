export * from "../../texts/SharedTexts.ts"

export const notLoaded = "Couldn’t load people."
export const person = "Person"
export const lastSeen = "Last seen"
export const neverSeen = "Never signed in"
export const role = "Role"
export const roles = { viewer: "Viewer", editor: "Editor", admin: "Admin" }
export const roleHints = {
  viewer: "Can view everything.",
  editor: "Can view and edit plans.",
  admin: "Can also manage teams and people, and see all activity."
}
export const roleOf = (name: string) => `Role of ${name}`
export const created = "Created"
export const actions = "Actions"
export const you = "You"
export const ownRole = "Only another admin can change your role."
export const roleChanged = (name: string, role: string) =>
  `${name} is now ${role === "Viewer" ? "a" : "an"} ${role.toLowerCase()}.`
export const adminTitle = (name: string) => `Make ${name} an admin?`
export const adminText = "Admins manage teams, people and webhooks, and restore."
export const adminSubmit = "Make admin"
export const actionsOf = (name: string) => `Actions for ${name}`
export const resetPassword = "Reset password"
export const resetTitle = (name: string) => `Reset the password of ${name}?`
export const resetText =
  "They’re signed out everywhere and their password stops working. You get a link for them to choose a new one. Tokens stay valid."
export const resetSubmit = "Make a link"
export const endSessions = "End all sessions"
export const sessions = "Sessions…"
export const sessionsOf = (name: string) => `Sessions of ${name}`
export const sessionsNotLoaded = "Couldn’t load the sessions."
export const noSessions = "Not signed in anywhere."
export const endText =
  "Ending all sessions signs this person out everywhere at once. They can sign in again; tokens stay valid."
export const sessionsEnded = (name: string) => `${name} is signed out.`
export const remove = "Delete"
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText =
  "This person is signed out everywhere at once and can’t sign in again. Their tokens stop working. Their changes are kept, with their name."
export const deleteSubmit = "Delete person"
export const deleted = (name: string) => `${name} deleted.`
