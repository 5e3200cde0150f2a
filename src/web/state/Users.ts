import { signal } from "@preact/signals"
import * as Api from "../api/Api.ts"
import { type Failure, fail, type Result } from "../api/Result.ts"
import { noticed } from "./Session.ts"

/** By name; undefined until loaded. */
export const users = signal<ReadonlyArray<Api.UserBody> | undefined>(undefined)

export const usersTrouble = signal<Failure | undefined>(undefined)

let asked = 0

/** An answer that comes after a later one is dropped. */
export const refreshUsers = async (): Promise<void> => {
  const turn = ++asked
  const answer = await Api.users()
  if (turn !== asked) return
  if (answer.ok) users.value = answer.value
  usersTrouble.value = answer.ok ? undefined : noticed(answer.failure)
}

/** What an admin does with users: the list shows it when it is done. */
export const changeUsers = async <A>(act: Promise<Result<A>>): Promise<Result<A>> => {
  const answer = await act
  if (!answer.ok) return fail(noticed(answer.failure))
  await refreshUsers()
  return answer
}
