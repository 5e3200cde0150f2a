export * from "../../texts/SharedTexts.ts"

export const users = {
  notLoaded: "Couldn’t load people.",
  person: "Person",
  lastSeen: "Last seen",
  neverSeen: "Never signed in",
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
  roleChanged: (name: string, role: string) =>
    `${name} is now ${role === "Viewer" ? "a" : "an"} ${role.toLowerCase()}.`,
  adminTitle: (name: string) => `Make ${name} an admin?`,
  adminText: "Admins manage teams, people and webhooks, and restore.",
  adminSubmit: "Make admin",
  actionsOf: (name: string) => `Actions for ${name}`,
  resetPassword: "Reset password",
  resetTitle: (name: string) => `Reset the password of ${name}?`,
  resetText:
    "They’re signed out everywhere and their password stops working. You get a link for them to choose a new one. Tokens stay valid.",
  resetSubmit: "Make a link",
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
