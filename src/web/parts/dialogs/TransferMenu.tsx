import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { Icon } from "../status/Icon.tsx"
import { Menu, type MenuItem } from "./Menu.tsx"

/** Whether the Excel of the browser's language ends cells at semicolons; `excelDialect` has the list, which is not loaded here. */
const hasOwnDialect = (): boolean =>
  new Intl.NumberFormat().format(0.5).includes(",") || navigator.language.endsWith("-CH")

/** The slides of a team, without one of all teams, at the moment that the page shows. */
export const slidesItem = ({ panels }: Workspace, teamId?: string): MenuItem => ({
  label: texts.transfers.slides(teamId === undefined ? texts.transfers.forAll : ""),
  onSelect: () => (panels.slides.value = { teamId })
})

/** What can be made of a team, without one of all teams; for editors also the import. */
export const transfers = (workspace: Workspace, teamId?: string): ReadonlyArray<MenuItem> => {
  const { panels, session } = workspace
  const scope = teamId === undefined ? texts.transfers.forAll : ""
  return [
    ...(session.canEdit.value ? [{ label: texts.transfers.importing, onSelect: () => panels.openImport(teamId) }] : []),
    slidesItem(workspace, teamId),
    ...([...(hasOwnDialect() ? (["excel"] as const) : []), "csv", "json"] as const).map((form) => ({
      label: texts.transfers.files[form](scope),
      onSelect: () => (panels.transfer.value = { form, teamId })
    }))
  ]
}

/** The transfers of all teams. */
export const TransferMenu = () => {
  const workspace = useWorkspace()
  const name = workspace.session.canEdit.value ? texts.transfers.both : texts.transfers.label
  return (
    <Menu label={name} class="button" items={transfers(workspace)}>
      <Icon name="download" /> <span>{name}</span>
    </Menu>
  )
}
