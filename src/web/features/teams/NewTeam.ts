import { type Signal, signal } from "@preact/signals"
import { teamColors } from "./Texts.ts"

export interface NewTeam {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** The team somebody is about to create, kept outside of its dialog: what was typed outlives the end of a session. */
export const makeNewTeam = (): Signal<NewTeam | undefined> => signal(undefined)

/** `taken`: how many teams there are; each next one gets the next colour. */
export const blankTeam = (id: string, taken: number): NewTeam => {
  const [color] = teamColors[taken % teamColors.length] ?? ["#3b4cca"]
  return { id, name: "", color }
}
