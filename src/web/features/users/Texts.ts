import { passwordLength, usernameLength } from "../../../shared/Limits.ts"
import { texts as shared } from "../../texts/Texts.ts"

const users = {
  tabs: { users: "Users", accountLog: "Account log" },
  pages: "Pages about users",
  add: "Add user",
  adminsOnly: "This page is for admins.",
  adminsOnlyHint: "Ask an admin if you need a user, another role or a new password.",
  notLoaded: "The users could not be loaded.",
  username: "Username",
  role: "Role",
  roles: { viewer: "Viewer", editor: "Editor", admin: "Admin" },
  roleHints: {
    viewer: "Reads everything.",
    editor: "Reads and changes what teams plan.",
    admin: "Also teams, users and the whole log."
  },
  roleOf: (name: string) => `Role of ${name}`,
  created: "Created",
  actions: "Actions",
  you: "You",
  ownRole: "Only another admin can change your role.",
  roleChanged: (name: string, role: string) => `${name} is ${role} now.`,
  addTitle: "Add a user",
  addSubmit: "Add user",
  password: "Password",
  passwordHint: `${passwordLength.minimum} to ${passwordLength.maximum} characters. It is shown here only: hand it over before you close this.`,
  generate: "Generate",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Selected: copy it with the keyboard.",
  noName: "A user needs a name.",
  tooLong: `At most ${usernameLength} characters.`,
  length: `It must have ${passwordLength.minimum} to ${passwordLength.maximum} characters.`,
  added: (name: string) => `${name} can sign in now.`,
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    "The user is signed out everywhere at once and cannot sign in again. What they changed stays, with their name.",
  deleteSubmit: "Delete user",
  deleted: (name: string) => `${name} is deleted.`
}

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, users }
