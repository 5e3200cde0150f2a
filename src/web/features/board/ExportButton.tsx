import { useSignal } from "@preact/signals"
import { Icon } from "../../parts/Icon.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { exportTeam } from "./Export.ts"
import { texts } from "./Texts.ts"

/** Saves the team's slides; says what it is doing meanwhile. */
export const ExportButton = ({ teamId }: { readonly teamId: string }) => {
  const workspace = useWorkspace()
  const doing = useSignal("")
  const isBusy = doing.value !== ""
  return (
    <button
      type="button"
      class={`button ${isBusy ? "busy" : ""}`}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => {
        if (doing.peek() !== "") return
        void exportTeam(workspace, teamId, (words) => {
          doing.value = words
        })
      }}
    >
      <Icon name="download" /> <span aria-live="polite">{isBusy ? doing.value : texts.exporting.label}</span>
    </button>
  )
}
