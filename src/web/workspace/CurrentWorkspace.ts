import { type ReadonlySignal, signal } from "@preact/signals"
import type { Session } from "../session/PageSession.ts"
import type { Workspace } from "./Workspace.ts"

/**
 * The workspace of the signed-in user. When a session expires, the workspace is kept in case the same user signs in
 * again. Signing out disposes of it, and so does another user's sign-in.
 */
export const currentWorkspace = (
  session: Session,
  make: (userId: string) => Workspace
): ReadonlySignal<Workspace | undefined> => {
  const current = signal<Workspace | undefined>(undefined)
  session.state.subscribe((state) => {
    const before = current.peek()
    if (state.kind === "unknown" || (state.kind === "out" && state.hasExpired)) return
    if (state.kind === "in" && state.user.userId === before?.userId) {
      before.outbox.retry()
      return
    }
    before?.dispose()
    current.value = state.kind === "in" ? make(state.user.userId) : undefined
  })
  return current
}
