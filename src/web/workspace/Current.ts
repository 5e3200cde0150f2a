import { type ReadonlySignal, signal } from "@preact/signals"
import type { Session } from "../session/Session.ts"
import type { Workspace } from "./Workspace.ts"

/**
 * The workspace of who is signed in. It outlives the end of a session, for the same user alone; signing out disposes of
 * it, and so does somebody else who signs in.
 */
export const currentWorkspace = (
  session: Session,
  make: (userId: string) => Workspace
): ReadonlySignal<Workspace | undefined> => {
  const current = signal<Workspace | undefined>(undefined)
  session.now.subscribe((now) => {
    const before = current.peek()
    if (now.state === "unknown" || (now.state === "out" && now.ended)) return
    if (now.state === "in" && now.who.userId === before?.userId) return before.drafts.retry()
    before?.dispose()
    current.value = now.state === "in" ? make(now.who.userId) : undefined
  })
  return current
}
