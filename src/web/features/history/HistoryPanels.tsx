import { lazy } from "../../parts/Lazy.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

const LookingBack = lazy(() => import("./LookingBack.tsx").then((module) => module.LookingBack))

/** What looks back, above any page. A component of its own: opening it leaves the page as it is. */
export const HistoryPanels = () => {
  const { panels } = useWorkspace()
  return (panels.history.value !== undefined || panels.restore.value !== undefined) && <LookingBack part="panels" />
}
