/** In the order in which they are offered. */
export const commands = {
  teams: "Go to all teams",
  newTeam: "New team",
  log: "Go to the log",
  users: "Go to the users",
  accountLog: "Go to the account log",
  webhooks: "Go to the webhooks",
  copyLink: "Copy the link to this page",
  light: "Light theme",
  dark: "Dark theme",
  system: "Theme as the system",
  keys: "Keyboard shortcuts",
  password: "Change password",
  signOut: "Sign out"
}

export const teamCommands = {
  newObjective: (team: string) => `New objective in ${team}`,
  matrix: (team: string) => `Matrix of ${team}`,
  history: (team: string) => `History of ${team}`,
  export: (team: string) => `Export ${team}`
}
