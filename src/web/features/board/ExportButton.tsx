import { useSignal } from "@preact/signals"
import { Icon } from "../../parts/Icon.tsx"
import { Menu, type MenuItem } from "../../parts/Menu.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { exportTeam } from "./LazyExport.ts"
import * as texts from "./Texts.ts"

/** The menu of the team's files: what it is exported to, and the import. Its label shows the progress of the slides. */
export const ExportButton = ({ teamId }: { readonly teamId: string }) => {
  const workspace = useWorkspace()
  const { panels, session } = workspace
  const progress = useSignal("")
  const exportDeck = (): Promise<void> =>
    exportTeam(workspace, teamId, (text) => {
      progress.value = text
    })
  const download = (form: "csv" | "json") => () => {
    panels.transfer.value = { kind: "download", form, teamId }
  }
  const isBusy = progress.value !== ""
  const name = session.canEdit.value ? texts.exporting.both : texts.exporting.label
  const items: ReadonlyArray<MenuItem> = [
    { label: texts.exporting.deck, disabled: isBusy, onSelect: () => void exportDeck() },
    { label: texts.exporting.csv, onSelect: download("csv") },
    { label: texts.exporting.json, onSelect: download("json") }
  ]
  const onImport = (): void => {
    panels.transfer.value = { kind: "import", teamId, text: "", top: "objective" }
  }
  return (
    <Menu
      label={name}
      class={`button ${isBusy ? "busy" : ""}`}
      items={session.canEdit.value ? [{ label: texts.exporting.importing, onSelect: onImport }, ...items] : items}
    >
      <Icon name="download" /> <span aria-live="polite">{isBusy ? progress.value : name}</span>
    </Menu>
  )
}
