import { counted, objectives, principles } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"
export { objectives, principles }

export const title = "Teams"
export const create = "New team"
export const createTitle = "New team"
export const createSubmit = "Create team"
export const created = (name: string) => `Team “${name}” created.`
export const open = "Open"
export const name = "Name"
export const color = "Colour"
export const ownColor = "Custom colour"
export const noName = "Enter a team name."
export const search = "Search teams"
export const found = (count: number, all: number) => `${count} of ${counted(all, "team")}`
export const noneFound = (query: string) => `No teams match “${query}”.`
export const nothing = "Nothing planned yet"
export const last = (ago: string, by: string) => `${ago} by ${by}`
export const statuses = "Objectives by status"
export const legend = "Status shapes"
export const notLoaded = "Couldn’t load this team."
export const notCounted = "Couldn’t load the teams’ numbers."
export const listNotLoaded = "Couldn’t load the teams."
export const actions = (name: string) => `Actions for ${name}`
export const edit = "Name and colour"
export const editTitle = "Team name and colour"
export const done = "Done"
export const remove = "Delete team"
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deletesWith = (principleCount: number, objectiveCount: number) =>
  `This also deletes ${principles(principleCount)} and ${objectives(objectiveCount)} with their groups, initiatives, measures and check-ins, for everyone.`
export const deletesEmpty = "It has no principles or objectives."
export const deletesUnknown = "This also deletes all its principles and objectives, for everyone."
export const staysInLog = "Its history is kept. An admin can bring the team back."
export const typeName = (name: string) => `Type ${name} to confirm`
export const notTheName = "That isn’t the team’s name."
export const deleted = (name: string) => `Team “${name}” deleted.`
export const emptyTitle = "No teams yet"
export const emptyAdmin = "Create your own team, or explore a sample: three teams with twelve weeks of history."
export const emptyOthers = "Teams appear here as soon as an admin creates them."
export const loadSample = "Load sample strategy"
export const loadingSample = "Loading…"
export const sampleDone =
  "This is a sample. Open an objective, check in, change anything you like, and delete the teams when you’re done."
