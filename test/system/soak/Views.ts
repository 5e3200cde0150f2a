import { HashMap, Option } from "effect"
import { call } from "../../../scripts/support/Calls.ts"
import { findTeam, type State } from "../../../src/domain/state/State.ts"
import { objectivesView, principlesView, teamList } from "../../../src/domain/views/Views.ts"
import * as ViewCache from "../../../src/http/answers/ViewCache.ts"

/** What a server shows of everything: by path, the bytes and the tag. */
export type Shown = ReadonlyMap<string, string>

const page = (etag: string | null, text: string) => `${text}\n${etag}`

const pathsOf = (teamId: string) => [`/api/teams/${teamId}/principles`, `/api/teams/${teamId}/objectives`] as const

/** What a server has to show of a state. */
export const ofState = (state: State): Shown => {
  const views = ViewCache.make()
  const decoder = new TextDecoder()
  const encoded = ({ etag, bytes }: ViewCache.EncodedView) => page(etag, decoder.decode(bytes))
  const shown = new Map([["/api/teams", encoded(views.ofAll(state.teams, () => teamList(state)))]])
  for (const id of HashMap.keys(state.teams)) {
    const [principles, objectives] = pathsOf(id)
    const team = Option.getOrThrow(findTeam(state, id))
    shown.set(principles, encoded(views.ofTeam(team, "principles", () => principlesView(team))))
    shown.set(objectives, encoded(views.ofTeam(team, "objectives", () => objectivesView(team))))
  }
  return shown
}

/** What a server shows. */
export const ofServer = async (url: string, token: string): Promise<Shown> => {
  const shown = new Map<string, string>()
  const look = async (path: string): Promise<string> => {
    // The tag of what is compressed is another one.
    const answer = await call(url, token, path, undefined, { "accept-encoding": "identity" })
    const text = await answer.text()
    shown.set(path, page(answer.headers.get("etag"), text))
    return text
  }
  const teams: ReadonlyArray<{ readonly id: string }> = JSON.parse(await look("/api/teams"))
  for (const path of teams.flatMap(({ id }) => pathsOf(id))) await look(path)
  return shown
}

/** The first difference in words; undefined: there is none. */
export const difference = (left: Shown, right: Shown): string | undefined => {
  for (const path of new Set([...left.keys(), ...right.keys()])) {
    const [one = "nothing", other = "nothing"] = [left.get(path), right.get(path)]
    if (one === other) continue
    let at = 0
    while (one[at] === other[at]) at += 1
    const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
    return `${path} differs at ${at}:\n  ${around(one)}\n  ${around(other)}`
  }
  return undefined
}
