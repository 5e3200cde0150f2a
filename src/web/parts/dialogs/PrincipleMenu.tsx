import * as texts from "../../texts/AlignmentTexts.ts"
import { linkedPrincipleIds, toggleLink } from "../../workspace/objective/LinkToggle.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Icon } from "../status/Icon.tsx"
import { Menu } from "./Menu.tsx"

interface Props {
  readonly team: Team
  readonly objective: Objective
  /** The team's principles in their order. */
  readonly ids: ReadonlyArray<string>
}

/** Lets editors link an objective to the principles of its team. */
export const PrincipleMenu = ({ team, objective, ids }: Props) => {
  const workspace = useWorkspace()
  const linked = linkedPrincipleIds(workspace, objective)
  if (!workspace.session.canEdit.value || ids.length === 0) return null
  return (
    <Menu
      label={texts.principlesOf(objective.title)}
      class="icon-button link-menu"
      items={() =>
        ids.map((id, index) => ({
          label: `${index + 1}. ${team.principles.byId.get(id)?.value.title}`,
          checked: linked.has(id),
          isOneOfMany: true,
          onSelect: () => toggleLink(workspace, team, objective, id)
        }))
      }
    >
      <Icon name="link" />
    </Menu>
  )
}
