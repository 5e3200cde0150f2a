import { Icon } from "../../parts/Icon.tsx"
import { Menu, type MenuItem } from "../../parts/Menu.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"

/** The menu of the team's files: what it is exported to, and the import. */
export const ExportButton = ({ teamId }: { readonly teamId: string }) => {
  const { panels, session } = useWorkspace()
  const download = (form: "csv" | "json") => () => {
    panels.transfer.value = { kind: "download", form, teamId }
  }
  const name = session.canEdit.value ? texts.exporting.both : texts.exporting.label
  const items: ReadonlyArray<MenuItem> = [
    {
      label: texts.exporting.deck,
      onSelect: () => {
        panels.slides.value = { teamId }
      }
    },
    { label: texts.exporting.csv, onSelect: download("csv") },
    { label: texts.exporting.json, onSelect: download("json") }
  ]
  const onImport = (): void => {
    panels.transfer.value = { kind: "import", teamId, text: "", top: "objective" }
  }
  return (
    <Menu
      label={name}
      class="button"
      items={session.canEdit.value ? [{ label: texts.exporting.importing, onSelect: onImport }, ...items] : items}
    >
      <Icon name="download" /> {name}
    </Menu>
  )
}
