import { type Signal, signal } from "@preact/signals"
import { colorOfTeam } from "../../../shared/TeamColors.ts"

export interface NewTeam {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** The team being created; undefined while none is. Kept in the workspace, so that it survives the end of a session. */
export const makeNewTeam = (): Signal<NewTeam | undefined> => signal(undefined)

/** An unnamed team. */
export const blankTeam = (id: string, teamCount: number): NewTeam => ({ id, name: "", color: colorOfTeam(teamCount) })
