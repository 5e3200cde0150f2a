import { signal } from "@preact/signals"
import type { TeamBody } from "../../domain/Views.ts"
import * as Api from "../api/Api.ts"
import type { Failure } from "../api/Result.ts"
import { noticed } from "./Session.ts"

/** By name; undefined until loaded. */
export const teams = signal<ReadonlyArray<TeamBody> | undefined>(undefined)

export const teamsTrouble = signal<Failure | undefined>(undefined)

let asked = 0

/** An answer that comes after a later one is dropped. */
export const refreshTeams = async (): Promise<void> => {
  const turn = ++asked
  const answer = await Api.teams()
  if (turn !== asked) return
  if (answer.ok) teams.value = answer.value
  teamsTrouble.value = answer.ok ? undefined : noticed(answer.failure)
}
