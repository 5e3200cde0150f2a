import { displayNameLength, maxInvited, usernameLength } from "../../../shared/Limits.ts"
import { counted } from "../../texts/values/Counted.ts"

export const people = {
  add: "Invite people",
  title: "Invite people",
  submit: (count: number) => (count === 0 ? "Invite" : `Invite ${counted(count, "person", "people")}`),
  list: "People, one per line",
  listHint: "A name, a username, “Anna Müller <anna@example.com>” or “anna.mueller; Anna Müller”.",
  preview: "Preview",
  line: "Line",
  name: "Name",
  username: "Username",
  asked: "Asked at sign-in",
  nobody: "Enter at least one person.",
  tooMany: `Invite at most ${maxInvited} people at once.`,
  someWrong: "Correct or remove the marked lines.",
  noUsername: "No letters or digits for a username.",
  longUsername: `Use at most ${usernameLength} characters for a username.`,
  longName: `Use at most ${displayNameLength} characters for a name.`,
  taken: "Has an account already.",
  twice: (line: number) => `Same username as line ${line}.`
}

export const invitations = {
  invited: (count: number) => `${counted(count, "person", "people")} invited`,
  linkFor: (name: string) => `New link for ${name}`,
  hint: (until: string) =>
    `Each link works once, until ${until}. Copy now and send privately: you won’t see the links again.`,
  copyAll: "Copy all invitations",
  copyOne: "Copy invitation",
  of: (name: string) => ` invitation of ${name}`,
  text: (name: string, username: string, address: string, link: string) =>
    `${name}, your username for ${address} is ${username}.\nChoose your password here: ${link}`
}
