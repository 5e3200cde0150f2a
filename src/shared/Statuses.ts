/** Select boxes list the statuses in this order. */
export const objectiveStatuses = ["draft", "on_track", "at_risk", "off_track", "achieved", "missed"] as const
export type ObjectiveStatus = (typeof objectiveStatuses)[number]

export const initiativeStatuses = ["planned", "active", "done", "dropped"] as const
export type InitiativeStatus = (typeof initiativeStatuses)[number]
