import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { HistoryDrawer } from "./HistoryDrawer.tsx"
import { Log } from "./Log.tsx"
import { RestoreDialog } from "./RestoreDialog.tsx"

interface Props {
  readonly part: "log" | "panels"
}

/** All that shows the past, loaded in one piece the first time somebody looks back. */
export const LookingBack = ({ part }: Props) => {
  const { panels } = useWorkspace()
  if (part === "log") return <Log />
  return (
    <>
      {panels.history.value !== undefined && <HistoryDrawer />}
      {panels.restore.value !== undefined && <RestoreDialog />}
    </>
  )
}
