import { historyOf } from "../../state/HistoryPanel.ts"
import { restoreOf } from "../../state/RestorePanel.ts"
import { HistoryDrawer } from "./HistoryDrawer.tsx"
import { Log } from "./Log.tsx"
import { RestoreDialog } from "./RestoreDialog.tsx"

interface Props {
  readonly part: "log" | "panels"
}

/** All that shows the past, loaded in one piece the first time somebody looks back. */
export const LookingBack = ({ part }: Props) => {
  if (part === "log") return <Log />
  return (
    <>
      {historyOf.value !== undefined && <HistoryDrawer />}
      {restoreOf.value !== undefined && <RestoreDialog />}
    </>
  )
}
