/** What does not go together in an objective, and what mends it. */

export const achievedBelowTarget = (percent: number) => `Achieved, but at ${percent}%.`
export const draftWithProgress = (percent: number) => `Still a draft, but at ${percent}%.`
export const onTrackBehind = (percent: number, expected: number) =>
  `On track, but at ${percent}% with ${expected}% expected.`
export const onTrackOverdue = (day: string) => `On track, but was due ${day}.`
export const worseThanStart = "A measure is worse than at its start."
export const reopen = (status: string) => `Reopen as ${status.toLowerCase()}`
export const set = (status: string) => `Set to ${status.toLowerCase()}`
export const moveDate = "Move the date"
export const newDate = (title: string) => `New due date of ${title}`
export const dueDate = "Due date"
export const of = (label: string, title: string) => `${label}: ${title}`
