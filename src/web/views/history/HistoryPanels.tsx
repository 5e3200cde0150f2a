import { lazy } from "../../parts/Lazy.tsx"
import { historyOf } from "../../state/HistoryPanel.ts"
import { restoreOf } from "../../state/RestorePanel.ts"

const LookingBack = lazy(() => import("./LookingBack.tsx").then((module) => module.LookingBack))

/** What looks back, above any page. A component of its own: opening it leaves the page as it is. */
export const HistoryPanels = () =>
  (historyOf.value !== undefined || restoreOf.value !== undefined) && <LookingBack part="panels" />
