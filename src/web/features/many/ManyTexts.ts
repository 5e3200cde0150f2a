import { wording } from "../../texts/OneChangeTexts.ts"
import { counted } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

/** The titles of objectives, or how many they are. */
export const titlesOf = (titles: ReadonlyArray<string>): string =>
  titles.length === 1 ? `“${titles[0]}”` : counted(titles.length, "objective")

export const edited = (noun: string, of: string) => wording(`new ${noun} of ${of}`, `Set the ${noun} of ${of}.`)
export const linked = (of: string, principle: string) =>
  wording(`link of ${of} to “${principle}”`, `Linked ${of} to “${principle}”.`)
export const unlinked = (of: string, principle: string) =>
  wording(`unlink of ${of} from “${principle}”`, `Unlinked ${of} from “${principle}”.`)
export const deleted = (of: string) => wording(`deletion of ${of}`, `Deleted ${of}.`)
export const copied = (of: string) => wording(`copy of ${of}`, `Duplicated ${of}.`)
export const moved = (of: string, team: string) => wording(`move of ${of} to ${team}`, `Moved ${of} to ${team}.`)

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
