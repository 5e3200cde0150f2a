import { counted, objectives, principles } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

export const teams = {
  objectives,
  principles,
  title: "Teams",
  create: "New team",
  createTitle: "New team",
  createSubmit: "Create team",
  created: (name: string) => `Team “${name}” created.`,
  open: "Open",
  name: "Name",
  color: "Colour",
  ownColor: "Custom colour",
  noName: "Enter a team name.",
  search: "Search teams",
  found: (count: number, all: number) => `${count} of ${counted(all, "team")}`,
  noneFound: (query: string) => `No teams match “${query}”.`,
  nothing: "Nothing planned yet",
  last: (ago: string, by: string) => `${ago} by ${by}`,
  statuses: "Objectives by status",
  legend: "Status shapes",
  notLoaded: "Couldn’t load this team.",
  notCounted: "Couldn’t load the teams’ numbers.",
  listNotLoaded: "Couldn’t load the teams.",
  actions: (name: string) => `Actions for ${name}`,
  edit: "Name and colour",
  editTitle: "Team name and colour",
  done: "Done",
  remove: "Delete team",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deletesWith: (principleCount: number, objectiveCount: number) =>
    `This also deletes ${principles(principleCount)} and ${objectives(objectiveCount)} with their groups, initiatives, measures and check-ins, for everyone.`,
  deletesEmpty: "It has no principles or objectives.",
  deletesUnknown: "This also deletes all its principles and objectives, for everyone.",
  staysInLog: "Its history is kept. An admin can bring the team back.",
  typeName: (name: string) => `Type ${name} to confirm`,
  notTheName: "That isn’t the team’s name.",
  deleted: (name: string) => `Team “${name}” deleted.`,
  emptyTitle: "No teams yet",
  emptyAdmin: "Create your own team, or explore a sample: three teams with twelve weeks of history.",
  emptyOthers: "Teams appear here as soon as an admin creates them.",
  loadSample: "Load sample strategy",
  loadingSample: "Loading…",
  sampleDone:
    "This is a sample. Open an objective, check in, change anything you like, and delete the teams when you’re done."
}
