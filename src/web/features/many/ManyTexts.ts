import { counted } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

/** The titles of objectives, or how many they are. */
export const titlesOf = (titles: ReadonlyArray<string>): string =>
  titles.length === 1 ? `“${titles[0]}”` : counted(titles.length, "objective")

/** How a change of objectives is named in the history, in the middle of a sentence, and once it is made. */
export interface Wording {
  readonly name: string
  readonly subject: string
  readonly done: string
}

export const edited = (noun: string, of: string): Wording => ({
  name: `New ${noun} of ${of}`,
  subject: `the new ${noun} of ${of}`,
  done: `Set the ${noun} of ${of}.`
})
export const linked = (of: string, principle: string): Wording => ({
  name: `Link of ${of} to “${principle}”`,
  subject: `the link of ${of} to “${principle}”`,
  done: `Linked ${of} to “${principle}”.`
})
export const unlinked = (of: string, principle: string): Wording => ({
  name: `Unlink of ${of} from “${principle}”`,
  subject: `the unlink of ${of} from “${principle}”`,
  done: `Unlinked ${of} from “${principle}”.`
})
export const deleted = (of: string): Wording => ({
  name: `Deletion of ${of}`,
  subject: `the deletion of ${of}`,
  done: `Deleted ${of}.`
})
export const copied = (of: string): Wording => ({
  name: `Copy of ${of}`,
  subject: `the copy of ${of}`,
  done: `Duplicated ${of}.`
})
export const moved = (of: string, team: string): Wording => ({
  name: `Move of ${of} to ${team}`,
  subject: `the move of ${of} to ${team}`,
  done: `Moved ${of} to ${team}.`
})
export const partly = (made: number, total: number) =>
  `${made} of ${counted(total, "change")} made. The top of the page lists the others.`
export const noChange = "No change needed."

export const bar = {
  label: "Selected objectives",
  count: (count: number) => `${count} selected`,
  all: (count: number) => `Select all ${count}`,
  clear: "Clear selection",
  actions: { owner: "Owner…", parent: "Supports…", move: "Move…" },
  principles: "Principles",
  noPrinciples: "No principle in common"
}

export const form = {
  period: (of: string) => `Period of ${of}`,
  owner: (of: string) => `Owner of ${of}`,
  parent: (of: string) => `Choose what ${of} will support`,
  move: (of: string) => `Move ${of} to another team`,
  team: "Team",
  moveHint:
    "The other team gets a copy with all groups, initiatives and measures, the latest check-ins, and the principles that it has by the same name. The original is deleted; its history and earlier check-ins stay with it. One undo takes all of it back.",
  submitMove: "Move",
  noTeam: "Choose a team."
}

export const copyOf = (title: string) => `${title} (copy)`
