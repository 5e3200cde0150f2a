import { Result, Schema } from "effect"
import { EventData, EventType } from "../domain/Event.ts"
import onboarding from "../shared/sample/onboarding.json" with { type: "json" }
import { type PlannedEvent, supporting } from "./TeamPlan.ts"

const decodeEvents = Schema.decodeUnknownResult(
  Schema.Array(Schema.Struct({ eventType: EventType, targetId: Schema.NullOr(Schema.String), data: EventData }))
)

type SampleEvent = { readonly eventType: EventType; readonly targetId: string | null; readonly data: EventData }

/** The week in which each objective was planned; 0 for the others. */
const plannedIn: Readonly<Record<string, number>> = { "@objective 5": 8 }

/** The weeks of what happened to an entity, in the order of its events in the file. */
const happenedIn: Readonly<Record<string, ReadonlyArray<number>>> = {
  "@objective 1": [1],
  "@objective 2": [9],
  "@objective 3": [9],
  "@objective 4": [9],
  "@objective 6": [7],
  "@initiative 1": [2],
  "@initiative 2": [5],
  "@initiative 4": [3],
  "@initiative 6": [1],
  "@initiative 7": [3],
  "@initiative 8": [8],
  "@initiative 9": [6],
  "@initiative 11": [4],
  "@initiative 12": [4],
  "@initiative 13": [6],
  "@initiative 15": [7],
  "@initiative 16": [8],
  "@initiative 17": [2],
  "@initiative 18": [6],
  "@initiative 19": [9],
  "@initiative 22": [1],
  "@initiative 23": [5],
  "@initiative 24": [6],
  "@measure 1": [3, 7, 10],
  "@measure 2": [3, 7, 10],
  "@measure 3": [2, 5, 9],
  "@measure 4": [3, 6, 9],
  "@measure 5": [4, 8],
  "@measure 6": [3, 6, 9],
  "@measure 8": [2, 5, 7]
}

type CheckIn = readonly [week: number, value: number, confidence: number, note: string]

/** The check-ins of the weeks between. */
const moreCheckIns: Readonly<Record<string, ReadonlyArray<CheckIn>>> = {
  "@measure 1": [
    [1, 16, 6, ""],
    [2, 15.5, 6, "Ten accounts are trying the checklist."],
    [4, 14, 6, ""],
    [5, 13, 7, ""],
    [6, 12.5, 7, "Two accounts got there in four days. Both had their file ready."],
    [8, 11.5, 7, ""],
    [9, 11, 7, "Slower over the holidays: people weren’t there to send us files."],
    [11, 9.5, 8, "Half of the small accounts are under a week now."]
  ],
  "@measure 2": [
    [1, 41, 6, ""],
    [2, 42, 6, ""],
    [4, 47, 6, ""],
    [5, 49, 7, "Most of those who stop, stop at the import."],
    [6, 51, 7, ""],
    [8, 54, 7, ""],
    [9, 53, 6, "Holidays."],
    [11, 58, 8, "Best week so far."]
  ],
  "@measure 3": [
    [1, 34, 6, "Counted by hand for the last time; from now on it’s a query."],
    [3, 30, 7, ""],
    [4, 27, 7, ""],
    [6, 23, 8, ""],
    [7, 23, 7, ""],
    [8, 24, 6, "Three large customers arrived at once, all with several sheets."],
    [10, 25, 4, ""],
    [11, 24, 5, "Two sheets work in the test version. Dates in the second one don’t yet."]
  ],
  "@measure 4": [
    [1, 18, 6, ""],
    [5, 20, 6, ""],
    [8, 19.5, 4, "We stopped the early-decision discount: nobody decided any earlier."]
  ],
  "@measure 5": [
    [2, 50, 6, ""],
    [6, 54, 6, "Opening on their own question helps on day one and not after."]
  ],
  "@measure 6": [
    [1, 1, 6, "The weekly one, which took five minutes."],
    [8, 11, 9, "One report left. Its owner is back on Monday."]
  ]
}

/** Statuses before those of the file. */
const moreStatuses: ReadonlyArray<readonly [objective: string, week: number, status: string, note: string]> = [
  ["@objective 2", 1, "on_track", "Dates and commas come first; together they cause half of the tickets."],
  ["@objective 3", 1, "on_track", "Eleven trials started this week, four of them large."],
  ["@objective 3", 6, "at_risk", "Two months in and still within normal variation."],
  ["@objective 4", 1, "on_track", "All three teams have agreed to one definition in principle."],
  ["@objective 6", 1, "on_track", "Translators are booked until the end of next month."],
  ["@objective 6", 5, "at_risk", "Spanish waits for a glossary that nobody owns."]
]

/** The objectives of the company that others support, and since which week. */
const supported: ReadonlyArray<readonly [objective: string, week: number, parent: string]> = [
  ["@objective 1", 0, "@company objective 0"],
  ["@objective 2", 0, "@company objective 0"],
  ["@objective 3", 0, "@company objective 0"],
  ["@objective 5", 11, "@company objective 3"]
]

const [monday, wednesday, thursday] = [0, 2, 3]

/** The time of an event in its week: plans on Mondays, initiatives on Wednesdays, check-ins and then statuses on Thursdays. */
const timeOf = (eventType: EventType, index: number) => {
  switch (eventType) {
    case "update_initiative_status":
      return { day: wednesday, minute: 11 * 60 + 3 * index }
    case "update_progress_value":
      return { day: thursday, minute: 13 * 60 + 45 + 3 * index }
    case "update_objective_status":
      return { day: thursday, minute: 15 * 60 + 30 + 2 * index }
    default:
      return { day: monday, minute: 8 * 60 + 30 + 10 * index }
  }
}

/** Places the events of the file in their weeks. The creations follow each other objective by objective. */
const placed = (events: ReadonlyArray<SampleEvent>): ReadonlyArray<PlannedEvent> => {
  let [objective, number] = ["", 0]
  const passed = new Map<string, number>()
  return events.map(({ eventType, targetId, data }): PlannedEvent => {
    if (eventType === "create_objective") [objective, number] = [String(data.id), number + 1]
    const weeks = happenedIn[targetId ?? ""]
    const isLater = weeks !== undefined && eventType.startsWith("update_") && !eventType.endsWith("_link")
    const nth = passed.get(targetId ?? "") ?? 0
    if (isLater) passed.set(targetId ?? "", nth + 1)
    const week = isLater ? weeks[nth] : plannedIn[objective]
    return { week: week ?? 0, ...timeOf(eventType, number), eventType, target: targetId, data }
  })
}

const more: ReadonlyArray<PlannedEvent> = [
  ...Object.entries(moreCheckIns).flatMap(([target, checkIns], index) =>
    checkIns.map(([week, value, confidence, note]): PlannedEvent => {
      const eventType = "update_progress_value"
      return { week, ...timeOf(eventType, index), eventType, target, data: { value, confidence, note } }
    })
  ),
  ...moreStatuses.map(([target, week, status, note], index): PlannedEvent => {
    const eventType = "update_objective_status"
    return { week, ...timeOf(eventType, index), eventType, target, data: { status, note } }
  }),
  ...supported.map(([objective, week, parent]) => supporting(week, objective, parent))
]

/** The name of the team that labels call `@name`. */
export const { name } = onboarding

/** Everything that happened to the team of the page's sample; its own label is `@team`. */
export const onboardingEvents = Result.map(decodeEvents(onboarding.events), (events) => [...placed(events), ...more])
