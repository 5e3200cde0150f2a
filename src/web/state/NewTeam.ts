import { signal } from "@preact/signals"
import { teamColors } from "../texts/Teams.ts"

interface NewTeam {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** The team somebody is about to create, kept outside of its dialog: what was typed outlives the end of a session. */
export const newTeam = signal<NewTeam | undefined>(undefined)

/** `taken`: how many teams there are; each next one gets the next colour. */
export const startTeam = (taken: number): void => {
  const [color] = teamColors[taken % teamColors.length] ?? ["#3b4cca"]
  newTeam.value = { id: crypto.randomUUID(), name: "", color }
}
