import { lazy } from "../../parts/Lazy.tsx"
import { historyOf } from "../../state/HistoryPanel.ts"
import { restoreOf } from "../../state/RestorePanel.ts"

const HistoryDrawer = lazy(() => import("./HistoryDrawer.tsx").then((module) => module.HistoryDrawer))
const RestoreDialog = lazy(() => import("./RestoreDialog.tsx").then((module) => module.RestoreDialog))

/** What looks back, above any page. A component of its own: opening it leaves the page as it is. */
export const HistoryPanels = () => (
  <>
    {historyOf.value !== undefined && <HistoryDrawer />}
    {restoreOf.value !== undefined && <RestoreDialog />}
  </>
)
