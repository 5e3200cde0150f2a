import { assert, describe, it } from "@effect/vitest"
import { HashMap, Result } from "effect"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { teamOverview } from "../../src/domain/views/Overview.ts"
import { sortedTeams } from "../../src/domain/views/Views.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { sampleHistory, weeks } from "../../src/sample/SampleHistory.ts"
import { planSample } from "../../src/sample/SampleStrategy.ts"
import { dayOf, mondayOf, utcDays } from "../../src/shared/Days.ts"
import { objectiveStatuses } from "../../src/shared/Statuses.ts"
import { actorId, entityId } from "../domain/Commands.ts"

/** The sample as it is loaded on a day, and what the log comes to. */
const loadedOn = (today: string) => {
  let ids = 0
  const newId = () => entityId(++ids)
  const { teamId, submissions } = Result.getOrThrow(sampleHistory({ today, newId, actorId, head: 0 }))
  const { answers, events, projection } = planSample(startOfLog, submissions)({ events: [], outcomes: [] })
  const { state } = projection.position
  const teams = sortedTeams(HashMap.toValues(state.teams))
  return {
    teamId,
    submissions,
    answers,
    events,
    teams,
    overviews: teams.map((team) => teamOverview(team, today, utcDays))
  }
}

describe("The sample's history", () => {
  it.each(["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05", "2026-06-06", "2026-06-07"])(
    "on %s: every event is applied, in the order of time, in the twelve weeks before",
    (today) => {
      const { submissions, answers, events } = loadedOn(today)
      for (const [index, answer] of answers.entries()) {
        const { eventType, targetId, data } = submissions[index] ?? {}
        const shown = `${eventType} ${targetId} ${JSON.stringify(data)}`
        assert.deepInclude(answer, { status: "applied", rejection: null }, shown)
      }
      const times = events.map(({ timestamp }) => timestamp)
      assert.deepStrictEqual(times, times.toSorted())
      assert.strictEqual(utcDays.of(times[0] ?? ""), mondayOf(dayOf(today)) - 7 * weeks)
      assert.isAtMost(utcDays.of(times.at(-1) ?? ""), dayOf(today) - 2)
      const mondays = new Set(times.map((time) => mondayOf(utcDays.of(time))))
      assert.strictEqual(mondays.size, weeks)
      assert.strictEqual(new Set(events.map(({ actorName }) => actorName)).size, 1)
    }
  )

  it("has a company and three teams, every status with its reason, edits, a restore, weekly check-ins with notes, and things that need attention", () => {
    const { teamId, events, teams, overviews } = loadedOn("2026-06-03")
    assert.deepStrictEqual(
      teams.map(({ name }) => name),
      ["Company", "Customer onboarding", "Mobile app", "Payments"]
    )
    assert.strictEqual(teams[1]?.id, teamId)
    const objectives = overviews.flatMap((overview) => overview.objectives)
    assert.deepStrictEqual(new Set(objectives.map(({ status }) => status)), new Set(objectiveStatuses))
    assert.isTrue(objectives.some(({ doubts }) => doubts.includes("on_track_behind")))
    const counts = overviews.map(({ team }) => team.counts)
    assert.isTrue(counts.some(({ overdue }) => overdue > 0) && counts.some(({ stale }) => stale > 0))

    const typed = Map.groupBy(events, ({ eventType }) => eventType)
    for (const type of ["update_objective_title", "update_description", "update_position", "update_owner"] as const) {
      assert.isTrue(typed.has(type), type)
    }
    const all = teams.flatMap((team) => team.objectives)
    const teamOf = (id: EntityId | null) => teams.find((team) => team.objectives.some((one) => one.id === id))?.name
    const supporters = all.filter(({ parentId }) => teamOf(parentId) === "Company").map(({ id }) => teamOf(id))
    assert.deepStrictEqual([...new Set(supporters)].sort(), ["Customer onboarding", "Mobile app", "Payments"])
    assert.isTrue(
      all.every(({ owner, statusNote, status }) => owner !== "" && (status === "draft" || statusNote !== ""))
    )
    const statusNotes = (typed.get("update_objective_status") ?? []).map(({ data }) => data.note)
    assert.strictEqual(new Set(statusNotes).size, statusNotes.length)
    assert.isTrue(all.some(({ startDate }) => startDate !== null && startDate > "2026-06-03"))
    const postponed = (typed.get("update_objective_dates") ?? []).map(({ targetId }) => targetId)
    assert.strictEqual(postponed.length - new Set(postponed).size, 1)
    assert.lengthOf(typed.get("restore_history") ?? [], 1)
    const checkIns = (typed.get("update_progress_value") ?? []).map(({ data }) => data)
    assert.isAbove(checkIns.length, 120)
    const notes = checkIns.flatMap(({ note = "" }) => (note === "" ? [] : [note]))
    assert.lengthOf(
      checkIns.filter(({ retract }) => retract !== undefined),
      1
    )
    const late = (typed.get("update_progress_value") ?? []).filter(
      ({ data, timestamp }) => data.date !== undefined && data.date !== timestamp.slice(0, 10)
    )
    assert.lengthOf(late, 1)
    assert.isAbove(notes.length, 60)
    assert.strictEqual(new Set(notes).size, notes.length)
  })

  it("restores what was deleted by mistake, after rejected events too", () => {
    const deleted = (head: number) => {
      const made = Result.getOrThrow(
        sampleHistory({ today: "2026-06-03", newId: () => EntityId.make(crypto.randomUUID()), actorId, head })
      )
      const restore = made.submissions.findIndex(({ eventType }) => eventType === "restore_history")
      assert.strictEqual(made.submissions[restore - 1]?.eventType, "delete_objective")
      return Number(made.submissions[restore]?.data.sequenceNumber) - restore
    }
    assert.strictEqual(deleted(40) - deleted(0), 40)
    assert.strictEqual(deleted(0), -1)
    const { teams } = loadedOn("2026-06-03")
    assert.isTrue(teams.some(({ objectives }) => objectives.some(({ title }) => title.startsWith("Failed payments"))))
  })
})
