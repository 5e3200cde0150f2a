import { type Signal, signal } from "@preact/signals"
import { teamColors } from "./TeamColors.ts"

export interface NewTeam {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** The team being created; undefined while none is. Kept in the workspace, so that it survives the end of a session. */
export const makeNewTeam = (): Signal<NewTeam | undefined> => signal(undefined)

/** An unnamed team. Its colour is chosen by the number of teams, so that teams differ in colour. */
export const blankTeam = (id: string, teamCount: number): NewTeam => {
  const [color] = teamColors[teamCount % teamColors.length] ?? ["#3b4cca"]
  return { id, name: "", color }
}
