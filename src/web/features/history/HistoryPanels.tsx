import { lazy } from "../../parts/Lazy.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

const HistoryViews = lazy(() => import("./HistoryViews.tsx").then((module) => module.HistoryViews))

/** The history drawer and the restore dialog; a component of its own, so that opening them does not render the page. */
export const HistoryPanels = () => {
  const { panels } = useWorkspace()
  return (panels.history.value !== undefined || panels.restore.value !== undefined) && <HistoryViews part="panels" />
}
