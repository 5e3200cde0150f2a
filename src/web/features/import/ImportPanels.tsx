import type { ComponentChild } from "preact"
import { useRef } from "preact/hooks"
import { moment, route } from "../../session/Route.ts"
import { isShown } from "../../workspace/outbox/Batches.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** The team on the page, if a description in it may name an owner as imports of 1.1 did, and the user may edit it. */
export const teamToConvert = ({ session, teams }: Workspace): Team | undefined => {
  const { value } = route
  if (value.page !== "team" || moment.value !== "" || !session.canEdit.value) return undefined
  const team = teams.of(value.teamId)
  const { ids, byId } = team.objectives
  // Depends on the log position instead of on hundreds of signals.
  const isNamed = (id: string) => byId.get(id)?.peek().description.includes("Owner: ")
  return team.sequenceNumber.value > 0 && ids.peek().some(isNamed) ? team : undefined
}

/** Imports, downloads, and edits of many items that were refused in part; shown once the first of them may begin, or to finish an import of before a reload. */
export const ImportPanels = ({ transfers }: { readonly transfers: ComponentChild }) => {
  const workspace = useWorkspace()
  const { outbox, panels } = workspace
  const isNeeded = useRef(false)
  const isImporting = outbox.batches.all.value.some(isShown)
  const isAsked = isImporting || panels.transfer.value !== undefined || route.value.page === "import"
  if (isAsked || teamToConvert(workspace) !== undefined) isNeeded.current = true
  return <>{isNeeded.current && transfers}</>
}
