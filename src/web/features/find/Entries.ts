import type { TitlesBody } from "../../../domain/views/Titles.ts"
import type { Entry } from "./Search.ts"
import * as texts from "./Texts.ts"

/** An action, or a page to go to; those of a team are done with that team. */
export type Command = keyof typeof texts.commands
export type TeamCommand = keyof typeof texts.teamCommands

interface NamedTeam {
  readonly id: string
  readonly name: string
}

const nowhere: Pick<Entry, "within"> = { within: [] }

/** The titles of everything that lies in teams. */
export const titleEntries = ({ teams }: TitlesBody): ReadonlyArray<Entry> =>
  teams.flatMap(({ id: teamId, name, principles, objectives }) => {
    const within = [name]
    return [
      ...principles.map(({ id, title }): Entry => ({ kind: "principle", title, within, id, teamId, objectiveId: "" })),
      ...objectives.flatMap(({ id: objectiveId, title, initiatives, progress }) => {
        const inside = { within: [name, title], teamId, objectiveId }
        return [
          { kind: "objective", title, within, id: objectiveId, teamId, objectiveId } satisfies Entry,
          ...initiatives.map(({ id, title }): Entry => ({ kind: "initiative", title, id, ...inside })),
          ...progress.map(({ id, name }): Entry => ({ kind: "measure", title: name, id, ...inside }))
        ]
      })
    ]
  })

export const teamEntries = (teams: ReadonlyArray<NamedTeam>): ReadonlyArray<Entry> =>
  teams.map(({ id, name }) => ({ kind: "team", title: name, ...nowhere, id, teamId: id, objectiveId: "" }))

/** What decides which commands there are. */
export interface CommandContext {
  readonly canEdit: boolean
  readonly isAdmin: boolean
  readonly theme: "system" | "light" | "dark"
  /** The team that the page shows; its commands come first. */
  readonly shownTeam: string
}

const adminCommands: ReadonlySet<string> = new Set<Command>(["newTeam", "log", "users", "accountLog", "webhooks"])

const commandNames = ({ isAdmin, theme }: CommandContext): ReadonlyArray<Command> =>
  (Object.keys(texts.commands) as ReadonlyArray<Command>).filter(
    (name) => name !== theme && (isAdmin || !adminCommands.has(name))
  )

const teamCommandNames = ({ canEdit }: CommandContext): ReadonlyArray<TeamCommand> =>
  (Object.keys(texts.teamCommands) as ReadonlyArray<TeamCommand>).filter((name) => canEdit || name !== "newObjective")

/** The commands that the user's role may do. */
export const commandEntries = (teams: ReadonlyArray<NamedTeam>, context: CommandContext): ReadonlyArray<Entry> => {
  const shownFirst = [
    ...teams.filter(({ id }) => id === context.shownTeam),
    ...teams.filter(({ id }) => id !== context.shownTeam)
  ]
  return [
    ...commandNames(context).map(
      (name): Entry => ({
        kind: "command",
        title: texts.commands[name],
        ...nowhere,
        id: name,
        teamId: "",
        objectiveId: ""
      })
    ),
    ...shownFirst.flatMap(({ id: teamId, name: team }) =>
      teamCommandNames(context).map(
        (name): Entry => ({
          kind: "teamCommand",
          title: texts.teamCommands[name](team),
          ...nowhere,
          id: name,
          teamId,
          objectiveId: ""
        })
      )
    )
  ]
}

/** What is offered before anything is typed: the shown team's commands, the teams, the other commands. */
export const suggestions = (entries: ReadonlyArray<Entry>, shownTeam: string, limit: number): ReadonlyArray<Entry> => {
  const of = (kind: Entry["kind"]) => entries.filter((entry) => entry.kind === kind)
  const ofShownTeam = shownTeam === "" ? [] : of("teamCommand").filter(({ teamId }) => teamId === shownTeam)
  const commands = of("command")
  const teams = of("team").slice(0, Math.max(0, limit - ofShownTeam.length - commands.length))
  return [...ofShownTeam, ...teams, ...commands].slice(0, limit)
}
