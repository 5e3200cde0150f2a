import { texts as shared } from "../../texts/Texts.ts"

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

const principles = (count: number): string => counted(count, "principle", "principles")
const objectives = (count: number): string => counted(count, "objective", "objectives")

const teams = {
  title: "Teams",
  create: "New team",
  createTitle: "New team",
  createSubmit: "Create team",
  created: (name: string) => `${name} is there.`,
  open: "Open",
  name: "Name",
  color: "Colour",
  ownColor: "Another colour",
  noName: "A team needs a name.",
  download: "Download",
  downloadAs: { csv: "All teams as a spreadsheet (CSV)", json: "All teams, everything (JSON)" },
  search: "Search teams",
  found: (count: number, all: number) => `${count} of ${counted(all, "team", "teams")}`,
  noneFound: (query: string) => `No team is called like “${query}”.`,
  principles,
  objectives,
  nothing: "Nothing planned yet",
  last: (ago: string, by: string) => `${ago} by ${by}`,
  statuses: "Objectives by status",
  legend: "What the shapes mean",
  notLoaded: "This team could not be loaded.",
  notCounted: "What is in the teams could not be loaded.",
  listNotLoaded: "The teams could not be loaded.",
  actions: (name: string) => `Actions for ${name}`,
  edit: "Name and colour",
  editTitle: "Name and colour of the team",
  done: "Done",
  delete: "Delete team",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deletesWith: (principleCount: number, objectiveCount: number) =>
    `With it go ${principles(principleCount)} and ${objectives(objectiveCount)}, with their groups, initiatives, measures and check-ins, for everybody.`,
  deletesEmpty: "It has no principles and no objectives.",
  deletesUnknown: "All of its principles and objectives go with it, for everybody.",
  staysInLog: "The log keeps its history: an admin can bring the team back.",
  typeName: (name: string) => `Type ${name} to confirm`,
  notTheName: "This is not the team's name.",
  deleted: (name: string) => `${name} is deleted.`,
  restored: (name: string) => `${name} is back.`,
  notRestored: (name: string, reason: string) => `${name} could not be brought back. ${reason}`,
  emptyTitle: "No teams yet",
  emptyAdmin: "Start with a team of your own, or look around in a sample: a team in the middle of its year.",
  emptyOthers: "As soon as an admin creates a team, it appears here.",
  loadSample: "Load sample strategy",
  sampleTitle: "Loading the sample strategy",
  sampleSteps: (done: number, total: number) => `${done} of ${total} changes`,
  sampleStopped: (done: number, total: number, reason: string) =>
    `It stopped after ${done} of ${total} changes. ${reason}`,
  sampleContinue: "Go on",
  sampleDone:
    "This is a sample, made just now: open an objective and check in, change what you like, and delete the team when you are done."
}

/** Colours that differ from one another in the light and in the dark theme. */
export const teamColors: ReadonlyArray<readonly [color: string, name: string]> = [
  ["#3b4cca", "Indigo"],
  ["#1f7a8c", "Teal"],
  ["#2f855a", "Green"],
  ["#a16207", "Amber"],
  ["#c2571a", "Orange"],
  ["#be3455", "Raspberry"],
  ["#8e4a9e", "Plum"],
  ["#5b6675", "Slate"]
]

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, teams }
