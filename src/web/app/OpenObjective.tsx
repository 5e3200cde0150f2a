import { effect } from "@preact/signals"
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks"
import { EntityMenu } from "../parts/dialogs/EntityMenu.tsx"
import { focusInNextFrame } from "../parts/fields/FocusField.ts"
import { useEscapeShowsAll } from "../parts/keys/EscapeShowsAll.ts"
import { titleIn } from "../parts/keys/RowKeys.ts"
import { useLoadedTeam } from "../parts/LoadedTeam.ts"
import { NotLoaded } from "../parts/NotLoaded.tsx"
import { Icon } from "../parts/status/Icon.tsx"
import {
  closeObjective,
  goBackTo,
  moment,
  openBeside,
  openedObjective,
  pathOf,
  route,
  type Target,
  teamIn
} from "../session/Route.ts"
import { formatDay } from "../texts/values/PageFormats.ts"
import { checkInAddress } from "../workspace/objective/CheckInAddress.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import * as texts from "./AppTexts.ts"
import { lazyView } from "./LazyView.tsx"

const ObjectivePanel = lazyView((views) => views.ObjectivePanel)

/** Escape closes it. */
const closing = { isFiltered: { peek: () => true }, clearFilter: closeObjective }

/** The panel of the open objective, beside the page; on a phone it is the page. */
const Panel = ({ teamId, id }: Target) => {
  const workspace = useWorkspace()
  const { deletions, teams } = workspace
  const team = useLoadedTeam(teams.of(teamId))
  const { body, failure, objectives } = team
  useEscapeShowsAll(closing, true)
  // Before what is inside takes the focus.
  const opener = useMemo(() => document.activeElement?.closest<HTMLElement>("a, button"), [])
  useLayoutEffect(
    () => () => {
      const row = document.querySelector(`[data-id="${id}"] > [data-row]`)
      focusInNextFrame(() => (opener?.isConnected ? opener : titleIn(row)))
    },
    []
  )
  // A board leaves what the user deletes by itself.
  const leaveDeleted = (): void => {
    if (deletions.has(id)) openBeside("")
  }
  useEffect(() => effect(leaveDeleted), [])
  const isThere = objectives.ids.value.includes(id) && !deletions.has(id)
  const objective = isThere ? objectives.byId.get(id) : undefined
  // A page of the same team says itself that it is being loaded, or that the objective is gone.
  if (deletions.has(id) || (objective === undefined && teamIn(route.value) === teamId)) return null
  const { name, color } = body.value ?? {}
  const { title, progress } = objective?.value ?? { title: "", progress: [] }
  const checkIn = objective && checkInAddress(workspace, teamId, objective.value, progress.length)
  const address = pathOf.objective(teamId, id)
  return (
    <aside class="objective-panel" aria-label={title || undefined} data-address={address} data-check-in={checkIn}>
      <header>
        <a
          class="of-team"
          href={pathOf.team(teamId)}
          style={{ "--color": color }}
          onClick={(event) => {
            event.preventDefault()
            goBackTo(pathOf.team(teamId))
          }}
        >
          <Icon name="chevron" />
          <span dir="auto">{name}</span>
        </a>
        {moment.value !== "" && <span class="quiet">{`${texts.moments.asOf} ${formatDay(moment.value)}`}</span>}
        {objective !== undefined && <EntityMenu {...{ type: "objective", teamId, entityId: id, title, address }} />}
        <button type="button" class="icon-button" aria-label={texts.common.close} onClick={closeObjective}>
          <Icon name="cross" />
        </button>
      </header>
      {objective !== undefined && <ObjectivePanel team={team} objective={objective} />}
      {objective === undefined && body.value !== undefined && <p class="quiet">{texts.gone}</p>}
      {body.value === undefined && <NotLoaded failure={failure.value} retry={() => void team.refresh()} />}
    </aside>
  )
}

/** The panel of the objective that is open, if one is. */
export const OpenObjective = () => {
  const opened = openedObjective.value
  return opened && <Panel key={opened.id} {...opened} />
}
