import { counted, objectives } from "./values/Counted.ts"
import { formatNumber } from "./values/PageFormats.ts"

interface Serving {
  readonly teamId: string
  readonly status: string
}

/** “19 objectives, 9 teams, 4 off track, 1 missed” */
export const reach = (serving: ReadonlyArray<Serving>): string => {
  const teams = new Set(serving.map(({ teamId }) => teamId)).size
  const count = (wanted: string): number => serving.filter(({ status }) => status === wanted).length
  const [offTrack, missed] = [count("off_track"), count("missed")]
  return [
    objectives(serving.length),
    ...(teams > 1 ? [counted(teams, "team")] : []),
    ...(offTrack > 0 ? [`${formatNumber(offTrack)} off track`] : []),
    ...(missed > 0 ? [`${formatNumber(missed)} missed`] : [])
  ].join(", ")
}

export const shared = (title: string, serving: ReadonlyArray<Serving>): string => `${title}: ${reach(serving)}`

export const supports = "Supports"
export const supportedBy = "Supported by"
export const nothing = "Nothing"
export const choose = "Choose an objective"
export const chooseFor = (title: string) => `Choose an objective for “${title}” to support`
export const search = "Find an objective of any team…"
export const supportedFirst = "The objectives that others support come first."
export const removeFor = (title: string) => `Remove what “${title}” supports`
/** An objective that the page knows by its id only. */
export const unknown = "Another objective"
export const progressOf = (title: string) => `Progress of ${title}`

export const principlesOf = (title: string) => `Principles of ${title}`
