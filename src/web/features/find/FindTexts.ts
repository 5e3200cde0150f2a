import * as undo from "../../texts/UndoTexts.ts"

export * from "../../texts/SharedTexts.ts"

/** In the order in which they are offered. */
export const commands = {
  home: "Go to Home",
  overview: "Go to Overview",
  timeline: "Go to Timeline",
  companyTree: "Go to the tree of all teams",
  teams: "Go to all teams",
  mine: "Show my objectives",
  overdue: "Show overdue objectives",
  offTrack: "Show off-track objectives",
  undo: undo.last,
  import: "Import into several teams",
  slides: "Slides for all teams",
  print: "Print this page",
  newTeam: "New team",
  log: "Go to Activity",
  users: "Go to People",
  tokens: "Go to Tokens",
  accountLog: "Go to Account activity",
  webhooks: "Go to Integrations",
  copyLink: "Copy link to this page",
  light: "Light theme",
  dark: "Dark theme",
  system: "System theme",
  keys: "Keyboard shortcuts",
  account: "Your account",
  password: "Change password",
  signOut: "Sign out"
}

/** What is done with the objectives that are selected or whose row has the focus. */
export const objectiveCommands = {
  open: "Open",
  period: "Set period…",
  owner: "Set owner…",
  parent: "Set supported objective…",
  select: "Select",
  duplicate: "Duplicate",
  move: "Move to another team…",
  remove: "Delete"
}

export const statusCommand = (status: string) => `Set status: ${status}`

/** Other words by which people look for a command, or for one of a team or an objective. */
export const keywords: Partial<Record<string, string>> = {
  period: "due date start quarter",
  parent: "parent aligned",
  remove: "remove",
  overview: "portfolio all objectives compare",
  timeline: "quarters calendar",
  companyTree: "alignment supports parents map hierarchy principles",
  mine: "mine own",
  overdue: "late due",
  offTrack: "off track red attention",
  import: "spreadsheet excel csv",
  importing: "spreadsheet excel csv",
  slides: "deck powerpoint pptx presentation export",
  export: "deck powerpoint pptx presentation export",
  history: "activity changes restore",
  log: "log history changes",
  users: "users invite add person accounts",
  accountLog: "log",
  webhooks: "webhooks"
}

export const teamCommands = {
  newObjective: (team: string) => `New objective in ${team}`,
  checkIn: (team: string) => `Check in for ${team}`,
  matrix: (team: string) => `Matrix of ${team}`,
  tree: (team: string) => `Tree of ${team}`,
  history: (team: string) => `History of ${team}`,
  importing: (team: string) => `Import into ${team}`,
  export: (team: string) => `Slides for ${team}`
}

export const find = {
  aTeam: "a team…",
  title: "Find",
  selected: (count: number) => `${count} selected`,
  label: "Find teams, objectives, actions…",
  loading: "Loading the titles of all teams…",
  failed: "Couldn’t load the titles: can’t reach the server.",
  failedAgain: "Can’t reach the server. These titles may be out of date.",
  searchedPart: "Without initiatives and measures: there are too many to search all of them."
}
