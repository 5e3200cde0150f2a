import { EntityId } from "../domain/entities/Ids.ts"
import type { OverviewObjective } from "../domain/views/Overview.ts"
import type { TeamChanges } from "../domain/views/OverviewChanges.ts"
import { maxDigestLines } from "../domain/Webhook.ts"
import { type Days, dayOf } from "../shared/Days.ts"
import { isOverdue, isStale, urgencyRank } from "../shared/Pace.ts"
import { pagePaths } from "../shared/PagePaths.ts"
import { truncatedLine } from "../shared/Quoted.ts"
import { doubtPhrase } from "../shared/words/Doubts.ts"
import { type Formats, plainFormats } from "../shared/words/Formats.ts"
import { changeSentences, countParts } from "../shared/words/NetChanges.ts"
import { withSpaces } from "../shared/words/Nouns.ts"
import { type ChatLine, type ChatMessage, cut } from "./ChatMessage.ts"

const maxLine = 300
const maxNote = 100

interface DigestSource {
  /** What differs from the digest before, of teams that differ. */
  readonly changes: ReadonlyArray<TeamChanges>
  /** The teams as they are, with their objectives. */
  readonly teams: ReadonlyArray<{ readonly name: string; readonly objectives: ReadonlyArray<OverviewObjective> }>
  /** Today, `YYYY-MM-DD`. */
  readonly date: string
  readonly days: Days
  readonly pageUrl: string | null
}

const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })
const day = (date: string): string => longDate.format(Date.parse(date))

const formats: Formats = { ...plainFormats, day }

/** Why an objective needs attention, in phrases. */
const reasonsOf = (objective: OverviewObjective, date: string): ReadonlyArray<string> => {
  const { status, statusNote, dueDate, doubts } = objective
  const why = statusNote === "" ? "" : ` (“${truncatedLine(statusNote, maxNote)}”)`
  const isOnlyOverdue = isOverdue(objective, dayOf(date)) && !doubts.includes("on_track_overdue")
  return [
    ...(status === "off_track" || status === "at_risk" ? [`${withSpaces(status)}${why}`] : []),
    ...(isOnlyOverdue ? [`overdue since ${day(dueDate ?? date)}`] : []),
    ...doubts.map((doubt) => doubtPhrase(doubt, objective, formats))
  ]
}

const lastCheckIn = ({ lastCheckInOn }: OverviewObjective): string =>
  lastCheckInOn === null ? "no check-in yet" : `last check-in ${day(lastCheckInOn)}`

/** "Payments (Ana Silva)": whose objective it is. */
const byOwner = (team: string, owner = ""): string => (owner === "" ? team : `${team} (${owner})`)

/** What people read on Monday: what changed, what needs attention, and what had no check-in for two weeks. */
export const digestMessage = ({ changes, teams, date, days, pageUrl }: DigestSource): ChatMessage => {
  const address = (path: string) => (pageUrl === null ? undefined : pageUrl + path)
  const line = (text: string, teamId: string, objectiveId?: string): ChatLine => ({
    text: cut(text, maxLine),
    url: address(objectiveId === undefined ? pagePaths.team(teamId) : pagePaths.objective(teamId, objectiveId))
  })
  const owners = new Map(teams.flatMap(({ objectives }) => objectives.map(({ id, owner }) => [id, owner] as const)))
  const ofTeam = (change: TeamChanges): ReadonlyArray<ChatLine> => {
    const { id, name } = change.team
    const counts = [...countParts([change], "objectives"), ...countParts([change], "principles")]
    return [
      ...(counts.length === 0 ? [] : [line(`${name}: ${counts.join(", ")}.`, id)]),
      ...changeSentences(change, formats).map(({ objectiveId, text }) =>
        line(`${byOwner(name, owners.get(EntityId.make(objectiveId)))}: ${text}`, id, objectiveId)
      )
    ]
  }
  const objectives = teams.flatMap(({ name, objectives }) => objectives.map((objective) => ({ name, objective })))
  const changed = changes.flatMap(ofTeam)
  const rankOf = ({ objective }: (typeof objectives)[number]) => urgencyRank(objective, dayOf(date), days)
  const urgent = objectives.toSorted((one, other) => rankOf(one) - rankOf(other) || 0)
  const attention = urgent.flatMap(({ name, objective }) => {
    const reasons = reasonsOf(objective, date)
    const text = `${byOwner(name, objective.owner)}: “${objective.title}” is ${reasons.join("; ")}.`
    return reasons.length === 0 ? [] : [line(text, objective.teamId, objective.id)]
  })
  const stale = objectives.flatMap(({ name, objective }) =>
    isStale(objective, dayOf(date), days)
      ? [
          line(
            `${byOwner(name, objective.owner)}: “${objective.title}”, ${lastCheckIn(objective)}.`,
            objective.teamId,
            objective.id
          )
        ]
      : []
  )
  return {
    title: `Strategy digest, ${day(date)}`,
    url: address(pagePaths.overview),
    facts: [],
    sections: [
      { title: "What changed", lines: changed.length === 0 ? [{ text: "Nothing changed." }] : changed },
      { title: "Needs attention", lines: attention },
      { title: "No check-in for two weeks", lines: stale }
    ].filter(({ lines }) => lines.length > 0)
  }
}

/** The digest for programs: the same lines, up to `maxDigestLines` in a section, each section with how many there are. */
export const digestData = ({ title, url, sections }: ChatMessage) => ({
  title,
  ...(url === undefined ? undefined : { url }),
  sections: sections.map(({ title, lines }) => ({ title, count: lines.length, lines: lines.slice(0, maxDigestLines) }))
})
