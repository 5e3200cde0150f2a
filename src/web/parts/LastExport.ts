import type { TextStore } from "../session/TextStore.ts"
import type { Workspace } from "../workspace/Workspace.ts"

/** The days on which slides of a team, or of all teams, were saved last, in this browser by this user. */
export interface LastExport {
  /** The last day before today, `YYYY-MM-DD`: what the next slides are compared with. Empty if there is none. */
  readonly before: (today: string) => string
  readonly remember: (today: string) => void
}

export const lastExportIn = (store: TextStore, key: string): LastExport => {
  // Two days are kept: somebody who saves slides twice in a day compares with the same earlier day both times.
  const days = (): ReadonlyArray<string> => (store.get(key) ?? "").split(" ")
  const before = (today: string): string => days().findLast((day) => day < today) ?? ""
  return {
    before,
    remember: (today) => store.put(key, `${before(today)} ${today}`.trim())
  }
}

export const lastExport = ({ storage, userId }: Workspace, teamId: string | undefined): LastExport =>
  lastExportIn(storage.local, `strategy.slides.${userId}.${teamId ?? "all"}`)
