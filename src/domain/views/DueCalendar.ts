import { isOpen } from "../../shared/Pace.ts"
import { pagePaths } from "../../shared/PagePaths.ts"
import { percentOf } from "../../shared/Percent.ts"
import { objectiveStatus } from "../../shared/words/StatusTexts.ts"
import type { Objective, Team } from "../state/State.ts"

// A calendar of due dates as iCalendar (RFC 5545).

/** A line may have so many bytes of UTF-8; the rest continues on lines that begin with a space. */
const maxLineBytes = 75

const encoder = new TextEncoder()

/** A line of a calendar, folded between code points. */
const folded = (line: string): string => {
  let [text, bytes] = ["", 0]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > maxLineBytes) {
      text += "\r\n "
      bytes = 1
    }
    text += character
    bytes += size
  }
  return `${text}\r\n`
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r?\n|[\u2028\u2029]/g, "\\n")

const linesOf = (properties: ReadonlyArray<readonly [name: string, value: string]>): string =>
  properties.map(([name, value]) => folded(`${name}:${value}`)).join("")

/** `2026-03-31` as `20260331`, `2026-03-31T08:30:00.123Z` as `20260331T083000Z`. */
const compact = (time: string): string => time.replaceAll(/[-:]|\.\d+/g, "")

const eventOf = (team: Team, objective: Objective, dueDate: string, pageUrl: string | null): string => {
  const { status, statusNote, owner } = objective
  const percent = percentOf(objective.progress)
  const standing = percent === null ? objectiveStatus[status] : `${objectiveStatus[status]}, ${percent}%`
  const description = [standing, statusNote, owner === "" ? "" : `Owner: ${owner}`].filter((line) => line !== "")
  const changed = compact(objective.updatedAt)
  return linesOf([
    ["BEGIN", "VEVENT"],
    ["UID", `${objective.id}@strategy-planning`],
    ["DTSTAMP", changed],
    ["LAST-MODIFIED", changed],
    ["DTSTART;VALUE=DATE", compact(dueDate)],
    ["SUMMARY", escaped(`${objective.title} (${team.name})`)],
    ["DESCRIPTION", escaped(description.join("\n"))],
    ["CATEGORIES", escaped(team.name)],
    ...(pageUrl === null ? [] : [["URL", pageUrl + pagePaths.objective(team.id, objective.id)] as const]),
    ["TRANSP", "TRANSPARENT"],
    ["END", "VEVENT"]
  ])
}

/**
 * The due dates of the open objectives of teams, each a whole day, in chunks of a team. `pageUrl` is the address of the page,
 * null if it is unknown. Programs are asked to look again each hour.
 */
export function* dueCalendar(teams: ReadonlyArray<Team>, pageUrl: string | null): Generator<string> {
  yield linesOf([
    ["BEGIN", "VCALENDAR"],
    ["VERSION", "2.0"],
    ["PRODID", "-//Strategy planning service//Due dates//EN"],
    ["CALSCALE", "GREGORIAN"],
    ["METHOD", "PUBLISH"],
    ["NAME", "Objectives due"],
    ["X-WR-CALNAME", "Objectives due"],
    ["REFRESH-INTERVAL;VALUE=DURATION", "PT1H"],
    ["X-PUBLISHED-TTL", "PT1H"]
  ])
  for (const team of teams) {
    yield team.objectives
      .map((objective) => {
        const { status, dueDate } = objective
        return dueDate !== null && isOpen(status) ? eventOf(team, objective, dueDate, pageUrl) : ""
      })
      .join("")
  }
  yield linesOf([["END", "VCALENDAR"]])
}
