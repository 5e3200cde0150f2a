import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { HistoryDrawer } from "./HistoryDrawer.tsx"
import { Log } from "./Log.tsx"
import { RestoreDialog } from "./RestoreDialog.tsx"
import { idOf } from "./SubjectId.ts"

interface Props {
  readonly part: "log" | "panels"
}

/** The views of history in one module, which is loaded when the first of them is opened. */
export const HistoryViews = ({ part }: Props) => {
  const { panels } = useWorkspace()
  const { history, restore } = panels
  if (part === "log") return <Log />
  return (
    <>
      {history.value !== undefined && (
        <HistoryDrawer key={`${idOf(history.value)} ${history.value.event}`} subject={history.value} />
      )}
      {restore.value !== undefined && <RestoreDialog target={restore.value} />}
    </>
  )
}
