import type { TitlesBody } from "../../../domain/views/TitleIndex.ts"
import { type ObjectiveStatus, objectiveStatuses } from "../../../shared/Statuses.ts"
import type { Entry } from "../../parts/search/Search.ts"
import * as texts from "./FindTexts.ts"

/** An action, or a page to go to; those of a team are done with that team. */
export type Command = keyof typeof texts.commands
export type ObjectiveCommand = keyof typeof texts.objectiveCommands | ObjectiveStatus
export type TeamCommand = keyof typeof texts.teamCommands

interface NamedTeam {
  readonly id: string
  readonly name: string
}

const entry = (
  kind: Entry["kind"],
  id: string,
  title: string,
  teamId = "",
  objectiveId = "",
  within: Entry["within"] = []
): Entry => ({ kind, id, title, teamId, objectiveId, within })

/** The titles of everything that lies in teams. */
export const titleEntries = ({ teams }: TitlesBody): ReadonlyArray<Entry> =>
  teams.flatMap(({ id: teamId, name, principles, objectives }) => {
    const inTeam = [name]
    return [
      ...principles.map(({ id, title }) => entry("principle", id, title, teamId, "", inTeam)),
      ...objectives.flatMap(({ id: objectiveId, title, owner = "", initiatives, progress }) => {
        const within = [name, title]
        return [
          { ...entry("objective", objectiveId, title, teamId, objectiveId, inTeam), owner },
          ...initiatives.map(({ id, title, owner = "" }) => ({
            ...entry("initiative", id, title, teamId, objectiveId, within),
            owner
          })),
          ...progress.map(({ id, name }) => entry("measure", id, name, teamId, objectiveId, within))
        ]
      })
    ]
  })

export const teamEntries = (teams: ReadonlyArray<NamedTeam>): ReadonlyArray<Entry> =>
  teams.map(({ id, name }) => entry("team", id, name, id))

/** What decides which commands there are. */
interface CommandContext {
  readonly canEdit: boolean
  readonly isAdmin: boolean
  readonly theme: "system" | "light" | "dark"
  /** The team that the page shows; its commands come first. */
  readonly shownTeam: string
}

const adminCommands: ReadonlySet<string> = new Set<Command>(["newTeam", "users", "tokens", "accountLog", "webhooks"])

const editorCommands: ReadonlySet<string> = new Set<Command | TeamCommand>([
  "log",
  "undo",
  "import",
  "newObjective",
  "checkIn",
  "importing"
])

const commandNames = Object.keys(texts.commands) as ReadonlyArray<Command>
const teamCommandNames = Object.keys(texts.teamCommands) as ReadonlyArray<TeamCommand>

/** The names of the commands that the user's role may do. */
const allowed = <Name extends string>(
  names: ReadonlyArray<Name>,
  { canEdit, isAdmin, theme }: CommandContext
): ReadonlyArray<Name> =>
  names.filter(
    (name) => name !== theme && (isAdmin || !adminCommands.has(name)) && (canEdit || !editorCommands.has(name))
  )

/** The commands that the user's role may do. */
export const commandEntries = (teams: ReadonlyArray<NamedTeam>, context: CommandContext): ReadonlyArray<Entry> => {
  const isShown = ({ id }: NamedTeam): number => Number(id === context.shownTeam)
  return [
    ...allowed(commandNames, context).map((name) => ({
      ...entry("command", name, texts.commands[name]),
      keywords: texts.keywords[name]
    })),
    ...teams
      .toSorted((left, right) => isShown(right) - isShown(left))
      .flatMap((team) =>
        allowed(teamCommandNames, context).map((name) => ({
          ...entry("teamCommand", name, texts.teamCommands[name](team.name), team.id),
          keywords: texts.keywords[name]
        }))
      )
  ]
}

/** What the user's role may do with objectives; `subject` says which. `isOne`: with one that is not selected. */
export const objectiveEntries = (subject: string, isOne: boolean, canEdit: boolean): ReadonlyArray<Entry> => {
  const command = (id: ObjectiveCommand, title: string): Entry => ({
    ...entry("objectiveCommand", id, title, "", "", [subject]),
    keywords: texts.keywords[id]
  })
  const { open, period, owner, parent, select, duplicate, move, remove } = texts.objectiveCommands
  const first = isOne ? [command("open", open)] : []
  if (!canEdit) return first
  return [
    ...first,
    ...objectiveStatuses.map((status) => command(status, texts.statusCommand(texts.objectiveStatus[status]))),
    command("period", period),
    command("owner", owner),
    command("parent", parent),
    ...(isOne ? [command("select", select)] : []),
    command("duplicate", duplicate),
    command("move", move),
    command("remove", remove)
  ]
}

/** What is offered before anything is typed: what is done with an objective, the shown team's commands, the teams, the other commands. */
export const suggestions = (entries: ReadonlyArray<Entry>, shownTeam: string, limit: number): ReadonlyArray<Entry> => {
  const of = (kind: Entry["kind"]) => entries.filter((entry) => entry.kind === kind)
  const acting = of("objectiveCommand")
  const ofShownTeam = of("teamCommand").filter(({ teamId }) => teamId === shownTeam)
  const commands = of("command")
  const teams = of("team").slice(0, Math.max(0, limit - acting.length - ofShownTeam.length - commands.length))
  return [...acting, ...ofShownTeam, ...teams, ...commands].slice(0, limit)
}
