import { passwordLength, usernameLength } from "../../../shared/Limits.ts"

export const add = "Add user"
export const notLoaded = "The users could not be loaded."
export const username = "Username"
export const role = "Role"
export const roles = { viewer: "Viewer", editor: "Editor", admin: "Admin" }
export const roleHints = {
  viewer: "Reads everything.",
  editor: "Reads and changes what teams plan.",
  admin: "Also teams, users and the whole log."
}
export const roleOf = (name: string) => `Role of ${name}`
export const created = "Created"
export const actions = "Actions"
export const you = "You"
export const ownRole = "Only another admin can change your role."
export const roleChanged = (name: string, role: string) => `${name} is ${role} now.`
export const addTitle = "Add a user"
export const addSubmit = "Add user"
export const password = "Password"
export const passwordHint = `${passwordLength.minimum} to ${passwordLength.maximum} characters. It is shown here only: hand it over before you close this.`
export const generate = "Generate"
export const noName = "A user needs a name."
export const tooLong = `At most ${usernameLength} characters.`
export const length = `It must have ${passwordLength.minimum} to ${passwordLength.maximum} characters.`
export const added = (name: string) => `${name} can sign in now.`
export const remove = (name: string) => `Delete ${name}`
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText =
  "The user is signed out everywhere at once and cannot sign in again. What they changed stays, with their name."
export const deleteSubmit = "Delete user"
export const deleted = (name: string) => `${name} is deleted.`
