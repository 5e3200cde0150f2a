import { effect } from "@preact/signals"
import type { ComponentChild } from "preact"
import { useEffect } from "preact/hooks"
import {
  type AddressedHistory,
  historyIn,
  popQuery,
  pushQuery,
  query,
  route,
  teamIn,
  withHistory
} from "../../session/Route.ts"
import type { HistorySubject } from "../../workspace/Panels.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { idOf } from "./SubjectId.ts"

const subjectOf = ({ entityId, event }: AddressedHistory): HistorySubject => {
  const teamId = teamIn(route.peek()) ?? ""
  const subject = { teamId, title: "", event }
  return entityId === teamId ? { kind: "team", ...subject } : { kind: "entity", entityId, ...subject }
}

/** The history drawer and the restore dialog; a component of its own, so that opening them does not render the page. */
export const HistoryPanels = ({ views }: { readonly views: ComponentChild }) => {
  const { panels } = useWorkspace()
  // The address opens and closes the drawer …
  const followAddress = (): void => {
    const named = historyIn(query.value)
    const shown = panels.history.peek()
    if (named === undefined && shown !== undefined) panels.closeHistory()
    const isShown = shown !== undefined && named?.entityId === idOf(shown) && named.event === shown.event
    if (named !== undefined && !isShown) panels.openHistory(subjectOf(named))
  }
  // … and follows it. Back closes the drawer.
  const followDrawer = (): void => {
    const shown = panels.history.value
    const named = historyIn(query.peek())
    const id = shown && idOf(shown)
    if (named?.entityId === id) return
    if (id === undefined) popQuery(withHistory(query.peek(), undefined))
    else pushQuery(withHistory(query.peek(), { entityId: id, event: shown?.event }))
  }
  // At once: `useSignalEffect` waits for a frame, in which both the address and the drawer may have changed.
  useEffect(() => effect(followAddress), [])
  useEffect(() => effect(followDrawer), [])
  return <>{(panels.history.value ?? panels.restore.value) && views}</>
}
