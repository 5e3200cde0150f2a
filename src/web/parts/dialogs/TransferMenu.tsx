import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Icon } from "../status/Icon.tsx"
import { Menu } from "./Menu.tsx"

/** Whether the Excel of the browser's language ends cells at semicolons; `excelDialect` has the list, which is not loaded here. */
const hasOwnDialect = (): boolean =>
  new Intl.NumberFormat(navigator.language).format(0.5).includes(",") || navigator.language.endsWith("-CH")

/** What can be made of a team, without one of all teams; for editors also the import. */
export const TransferMenu = ({ teamId }: { readonly teamId?: string }) => {
  const { panels, session } = useWorkspace()
  const mayImport = session.canEdit.value
  const name = mayImport ? texts.transfers.both : texts.transfers.label
  const scope = teamId === undefined ? texts.transfers.forAll : ""
  return (
    <Menu
      label={name}
      class="button"
      items={[
        ...(mayImport ? [{ label: texts.transfers.importing, onSelect: () => panels.openImport(teamId) }] : []),
        { label: texts.transfers.slides(scope), onSelect: () => (panels.slides.value = { teamId }) },
        ...([...(hasOwnDialect() ? (["excel"] as const) : []), "csv", "json"] as const).map((form) => ({
          label: texts.transfers.files[form](scope),
          onSelect: () => (panels.transfer.value = { form, teamId })
        }))
      ]}
    >
      <Icon name="download" /> <span>{name}</span>
    </Menu>
  )
}
