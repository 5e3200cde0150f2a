import { useMemo } from "preact/hooks"
import type { Command, TeamCommand } from "../features/find/FindEntries.ts"
import { Palette } from "../features/find/Palette.tsx"
import { blankTeam, makeNewTeam } from "../features/teams/NewTeam.ts"
import { copyLink } from "../parts/CopyText.ts"
import { isSheetOpen } from "../parts/keys/Shortcuts.ts"
import type { Entry } from "../parts/search/Search.ts"
import { theme } from "../session/PageTheme.ts"
import { navigate, pathOf, query, route } from "../session/Route.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import { type Acting, actingOn } from "./ObjectiveCommands.ts"

interface Props {
  /** What was typed before the palette was loaded. */
  readonly typed: { readonly current: string }
  readonly signOut: () => void
}

const commandsOf = (
  workspace: Workspace,
  { signOut }: Pick<Props, "signOut">
): Readonly<Record<Command, () => void>> => {
  const { featureState, newId, panels, undo } = workspace
  const setTheme = (name: typeof theme.value) => () => {
    theme.value = name
  }
  return {
    home: () => navigate(pathOf.home),
    overview: () => navigate(pathOf.overview),
    timeline: () => navigate(`${pathOf.overview}?view=timeline`),
    companyTree: () => navigate(pathOf.companyTree),
    mine: () => navigate(`${pathOf.overview}?is=mine`),
    overdue: () => navigate(`${pathOf.overview}?is=overdue`),
    offTrack: () => navigate(`${pathOf.overview}?status=off_track`),
    undo: () => void undo.undoLast(),
    import: () => panels.openImport(undefined),
    slides: () => {
      panels.slides.value = { teamId: undefined }
    },
    print: () => print(),
    teams: () => navigate(pathOf.teams),
    log: () => navigate(pathOf.log),
    users: () => navigate(pathOf.users),
    accountLog: () => navigate(pathOf.accountLog),
    webhooks: () => navigate(pathOf.webhooks),
    newTeam: () => {
      navigate(pathOf.teams)
      featureState(makeNewTeam).value = blankTeam(newId())
    },
    account: () => navigate(pathOf.account),
    tokens: () => navigate(pathOf.tokens),
    copyLink: () => void copyLink(workspace, `${location.pathname}${query.peek()}`),
    light: setTheme("light"),
    dark: setTheme("dark"),
    system: setTheme("system"),
    keys: () => {
      isSheetOpen.value = true
    },
    password: () => {
      panels.isPasswordOpen.value = true
    },
    signOut
  }
}

/** Goes to the team's board, unless it is shown already. */
const toBoard = (teamId: string): void => {
  const current = route.peek()
  const isShown = current.page === "team" && current.teamId === teamId && current.view === "board"
  if (!isShown) navigate(pathOf.team(teamId))
}

const teamCommandsOf = (workspace: Workspace, teamId: string): Readonly<Record<TeamCommand, () => void>> => ({
  newObjective: () => {
    toBoard(teamId)
    workspace.panels.newItemIn.value = teamId
  },
  checkIn: () => navigate(pathOf.checkIn(teamId)),
  matrix: () => navigate(pathOf.matrix(teamId)),
  tree: () => navigate(pathOf.tree(teamId)),
  history: () => {
    toBoard(teamId)
    workspace.panels.openHistory({ kind: "team", teamId, title: "" })
  },
  importing: () => workspace.panels.openImport(teamId),
  export: () => {
    workspace.panels.slides.value = { teamId }
  }
})

/** Where an entry leads to; undefined for commands. */
const addressOf = ({ kind, id, teamId, objectiveId }: Entry): string | undefined => {
  if (kind === "team") return pathOf.team(id)
  if (kind === "objective") return pathOf.objective(teamId, id)
  if (kind === "principle") return pathOf.principle(teamId, id)
  return objectiveId === "" ? undefined : pathOf.part(teamId, objectiveId, id)
}

const perform = (workspace: Workspace, props: Props, { commands: ofObjectives }: Acting, entry: Entry): void => {
  const address = addressOf(entry)
  if (address !== undefined) {
    navigate(address)
    return
  }
  const others = entry.kind === "command" ? commandsOf(workspace, props) : teamCommandsOf(workspace, entry.teamId)
  const commands: Readonly<Record<string, () => void>> = entry.kind === "objectiveCommand" ? ofObjectives : others
  commands[entry.id]?.()
}

/**
 * The palette with what its entries do. It is loaded later than the page, which passes it what it has loaded itself.
 */
export const FindPalette = (props: Props) => {
  const workspace = useWorkspace()
  // Before the palette takes the focus from the row that has it.
  const acting = useMemo(() => actingOn(workspace), [])
  const close = (): void => {
    workspace.panels.isFindOpen.value = false
  }
  return (
    <Palette
      typed={props.typed.current}
      acting={acting.entries}
      onClose={close}
      onChoose={(entry) => {
        close()
        // In the next frame the focus is back where it was before.
        requestAnimationFrame(() => perform(workspace, props, acting, entry))
      }}
    />
  )
}
