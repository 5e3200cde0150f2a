import { type Signal, signal } from "@preact/signals"

export interface NewTeam {
  readonly id: string
  readonly name: string
  /** Undefined until one is chosen: it then follows the name. */
  readonly color: string | undefined
}

/** The team being created; undefined while none is. Kept in the workspace, so that it survives the end of a session. */
export const makeNewTeam = (): Signal<NewTeam | undefined> => signal(undefined)

/** An unnamed team. */
export const blankTeam = (id: string): NewTeam => ({ id, name: "", color: undefined })
