import type { ComponentChild } from "preact"
import { useRef } from "preact/hooks"
import { route } from "../../session/Route.ts"
import { isShown } from "../../workspace/outbox/Batches.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

/** Imports, downloads, and edits of many items that were refused in part; shown once the first of them may begin, or to finish an import of before a reload. */
export const ImportPanels = ({ transfers }: { readonly transfers: ComponentChild }) => {
  const { outbox, panels } = useWorkspace()
  const isNeeded = useRef(false)
  const isImporting = outbox.batches.all.value.some(isShown)
  if (isImporting || panels.transfer.value !== undefined || route.value.page === "import") isNeeded.current = true
  return <>{isNeeded.current && transfers}</>
}
