import { useSignal } from "@preact/signals"
import { Icon } from "../../parts/Icon.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { exportTeam } from "./LazyExport.ts"
import { texts } from "./Texts.ts"

/** Downloads the team's presentation; its label shows the progress. */
export const ExportButton = ({ teamId }: { readonly teamId: string }) => {
  const workspace = useWorkspace()
  const progress = useSignal("")
  const isBusy = progress.value !== ""
  return (
    <button
      type="button"
      class={`button ${isBusy ? "busy" : ""}`}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => {
        if (progress.peek() !== "") return
        void exportTeam(workspace, teamId, (text) => {
          progress.value = text
        })
      }}
    >
      <Icon name="download" /> <span aria-live="polite">{isBusy ? progress.value : texts.exporting.label}</span>
    </button>
  )
}
