import { useRef } from "preact/hooks"
import { lazy } from "../../parts/Lazy.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

const Transfers = lazy(() => import("./Transfers.tsx").then((module) => module.Transfers))

/** Imports and downloads; their module is loaded with the first of them, or to finish an import of before a reload. */
export const ImportPanels = () => {
  const { panels, storage, userId } = useWorkspace()
  const isNeeded = useRef(storage.local.keys().some((key) => key.startsWith(`strategy.import.${userId}.`)))
  if (panels.transfer.value !== undefined) isNeeded.current = true
  return isNeeded.current && <Transfers />
}
