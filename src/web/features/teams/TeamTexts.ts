import { counted, objectives, principles } from "../../texts/Counted.ts"

export { objectives, principles }

export const title = "Teams"
export const create = "New team"
export const createTitle = "New team"
export const createSubmit = "Create team"
export const created = (name: string) => `${name} is there.`
export const open = "Open"
export const name = "Name"
export const color = "Colour"
export const ownColor = "Another colour"
export const noName = "A team needs a name."
export const search = "Search teams"
export const found = (count: number, all: number) => `${count} of ${counted(all, "team")}`
export const noneFound = (query: string) => `No team is called like “${query}”.`
export const nothing = "Nothing planned yet"
export const last = (ago: string, by: string) => `${ago} by ${by}`
export const statuses = "Objectives by status"
export const legend = "What the shapes mean"
export const notLoaded = "This team could not be loaded."
export const notCounted = "What is in the teams could not be loaded."
export const listNotLoaded = "The teams could not be loaded."
export const actions = (name: string) => `Actions for ${name}`
export const edit = "Name and colour"
export const editTitle = "Name and colour of the team"
export const done = "Done"
export const remove = "Delete team"
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deletesWith = (principleCount: number, objectiveCount: number) =>
  `With it go ${principles(principleCount)} and ${objectives(objectiveCount)}, with their groups, initiatives, measures and check-ins, for everybody.`
export const deletesEmpty = "It has no principles and no objectives."
export const deletesUnknown = "All of its principles and objectives go with it, for everybody."
export const staysInLog = "The log keeps its history: an admin can bring the team back."
export const typeName = (name: string) => `Type ${name} to confirm`
export const notTheName = "This is not the team's name."
export const deleted = (name: string) => `${name} is deleted.`
export const notEmpty = (name: string) => `There is something in ${name} by now.`
export const emptyTitle = "No teams yet"
export const emptyAdmin = "Start with a team of your own, or look around in a sample: a team in the middle of its year."
export const emptyOthers = "As soon as an admin creates a team, it appears here."
export const loadSample = "Load sample strategy"
export const sampleTitle = "Loading the sample strategy"
export const sampleSteps = (done: number, total: number) => `${done} of ${total} changes`
export const sampleStopped = (done: number, total: number, reason: string) =>
  `It stopped after ${done} of ${total} changes. ${reason}`
export const sampleContinue = "Go on"
export const sampleDone =
  "This is a sample, made just now: open an objective and check in, change what you like, and delete the team when you are done."
