import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { HistoryDrawer } from "./HistoryDrawer.tsx"
import { Log } from "./Log.tsx"
import { RestoreDialog } from "./RestoreDialog.tsx"

interface Props {
  readonly part: "log" | "panels"
}

/** The views of history in one module, which is loaded when the first of them is opened. */
export const HistoryViews = ({ part }: Props) => {
  const { panels } = useWorkspace()
  if (part === "log") return <Log />
  return (
    <>
      {panels.history.value !== undefined && <HistoryDrawer />}
      {panels.restore.value !== undefined && <RestoreDialog />}
    </>
  )
}
