import { signal } from "@preact/signals"
import type { TextStore } from "../session/TextStore.ts"
import { retryWhileBusy } from "./RetryWhileBusy.ts"
import { makeWorkspace, type Workspace } from "./Workspace.ts"

/** The views that the server has of earlier moments. */
const pastViews = /^\/api\/(teams(\/[^/]+\/(principles|objectives))?|objectives\/[^/]+|overview)$/

const noTexts: TextStore = { keys: () => [], get: () => undefined, put: () => undefined }

/** A session that may look at what the user may look at, and change nothing. */
const readOnlySession = ({ session }: Workspace): Workspace["session"] => ({
  ...session,
  canEdit: signal(false),
  isAdmin: signal(false)
})

/** The workspace for what is shown beside an earlier moment, such as histories. */
export const readOnly = (workspace: Workspace): Workspace => ({ ...workspace, session: readOnlySession(workspace) })

/**
 * A workspace of the end of an earlier day, `YYYY-MM-DD`: nothing changes in it, nothing can be edited, and nothing
 * of it is stored. Panels and messages are those of `workspace`.
 */
export const makePastWorkspace = (workspace: Workspace, date: string): Workspace => {
  const { userId, api, lifetime, newId } = workspace
  const past = makeWorkspace(userId, {
    session: readOnlySession(workspace),
    send: (path, request) =>
      retryWhileBusy(
        past.lifetime,
        () => api.send(pastViews.test(path) ? `${path}?${new URLSearchParams({ at: date })}` : path, request),
        { isWanted: () => !past.lifetime.isOver() }
      ),
    stream: { connection: signal("live"), request: () => undefined, onChange: () => () => undefined },
    storage: {
      local: noTexts,
      tab: "",
      previousTab: "",
      isTabClosed: () => Promise.resolve(true)
    },
    after: lifetime.after,
    newId,
    shownTeam: () => undefined
  })
  return { ...past, panels: workspace.panels, toasts: workspace.toasts }
}
