/** Select boxes list the statuses in this order. */
export const objectiveStatuses = ["draft", "on_track", "at_risk", "off_track", "achieved", "missed"] as const
export type ObjectiveStatus = (typeof objectiveStatuses)[number]

export const initiativeStatuses = ["planned", "active", "done", "dropped"] as const
export type InitiativeStatus = (typeof initiativeStatuses)[number]

/** The one ranking of statuses, worst first. Wherever statuses are listed, sorted, stacked or compared, it is by this. */
export const worstFirst: ReadonlyArray<ObjectiveStatus> = [
  "missed",
  "off_track",
  "at_risk",
  "draft",
  "on_track",
  "achieved"
]

/** The smaller the worse. */
export const rankOf = (status: ObjectiveStatus): number => worstFirst.indexOf(status)

type StatusMove = "achieved" | "started" | "slipped" | "recovered"

/**
 * What a change of status means. A status that gets worse has slipped, and so has whatever becomes missed or a draft
 * again. A draft that begins has started, however it stands. A due date does not slip: it is postponed.
 */
export const statusMove = (from: ObjectiveStatus, to: ObjectiveStatus): StatusMove => {
  if (to === "achieved") return "achieved"
  if (to === "missed" || to === "draft") return "slipped"
  if (from === "draft") return "started"
  return rankOf(to) < rankOf(from) ? "slipped" : "recovered"
}

/** Whether a due date has moved to a later one. */
export const isPostponed = (from: string | null, to: string | null): boolean =>
  from !== null && to !== null && to > from

/** How many objectives have each status. */
export type StatusCounts = Readonly<Record<ObjectiveStatus, number>>

const none: StatusCounts = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }

export const statusCounts = (objectives: ReadonlyArray<{ readonly status: ObjectiveStatus }>): StatusCounts => {
  const counts = { ...none }
  for (const { status } of objectives) counts[status] += 1
  return counts
}

export const sumOfCounts = (all: ReadonlyArray<StatusCounts>): StatusCounts => {
  const sum = { ...none }
  for (const counts of all) for (const status of objectiveStatuses) sum[status] += counts[status]
  return sum
}
