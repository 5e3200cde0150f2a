import type { TitlesBody } from "../../../domain/views/TitleIndex.ts"
import type { Team } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

type TeamTitles = TitlesBody["teams"][number]

/** What has happened to titles since they were fetched. */
export interface TitleChanges {
  /** Returns the ids of teams whose titles may have changed since the last call; undefined if any title may have. */
  readonly take: () => ReadonlySet<string> | undefined
  /** Called when the changes that `take` returned could not be fetched. */
  readonly giveBack: () => void
}

/** Edits that change no title. The event type of check-ins is not among them: it may rename a measure. */
const isElsewhere = (eventType: string): boolean =>
  /_(status|description|dates|owner|parent|color|link)$/.test(eventType)

const concernsTeams = (eventType: string): boolean => /_team$|_team_|^restore_/.test(eventType)

export const titleChanges = ({ stream, lifetime }: Pick<Workspace, "stream" | "lifetime">): TitleChanges => {
  let changed: Set<string> | undefined
  const giveBack = (): void => {
    changed = undefined
  }
  lifetime.onEnd(
    stream.onChange(({ eventType, teamIds }) => {
      if (isElsewhere(eventType)) return
      if (concernsTeams(eventType)) giveBack()
      for (const id of teamIds) changed?.add(id)
    }, giveBack)
  )
  return {
    take: () => {
      // While the stream is not live, changes go unnoticed.
      const taken = stream.connection.peek() === "live" ? changed : undefined
      changed = new Set()
      return taken
    },
    giveBack
  }
}

/** The number of titles of teams, without their own. */
const countOf = (teams: ReadonlyArray<Pick<TeamTitles, "principles" | "objectives">>): number =>
  teams.reduce(
    (sum, { principles, objectives }) =>
      objectives.reduce(
        (all, { initiatives, progress }) => all + 1 + initiatives.length + progress.length,
        sum + principles.length
      ),
    0
  )

/** The titles with those of the loaded teams as they are now. */
export const withTeams = (body: TitlesBody, loaded: ReadonlyArray<Team>): TitlesBody => {
  const teams = body.teams.map((titles) => {
    const team = loaded.find(({ id }) => id === titles.id)
    return team ? { ...titles, principles: team.principles.peek(), objectives: team.objectives.peek() } : titles
  })
  return { ...body, total: body.total + countOf(teams) - countOf(body.teams), teams }
}
