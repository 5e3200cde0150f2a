import { capitalized } from "../../shared/words/Nouns.ts"

/** The nouns and verbs of a share: `{ one: "team", many: "teams", is: "has objectives", are: "have objectives" }`. */
interface ShareWords {
  readonly one: string
  readonly many: string
  readonly is: string
  readonly are: string
}

/** `none of the 4 teams is`, `1 of 4 teams is`, `both teams are`, `all 4 teams are`; of a single one `no team is`, `the team is`. */
export const shareText = (count: number, all: number, { one, many, is, are }: ShareWords): string => {
  if (all === 1) return `${count === 0 ? "no" : "the"} ${one} ${is}`
  if (count === 0) return `none of the ${all} ${many} ${is}`
  if (count === all) return `${all === 2 ? "both" : `all ${all}`} ${many} ${are}`
  return `${count} of ${all} ${many} ${count === 1 ? is : are}`
}

/** `shareText` as the beginning of a sentence. */
export const shareTitle = (count: number, all: number, words: ShareWords): string =>
  capitalized(shareText(count, all, words))

export const behindSchedule = { is: "is behind schedule", are: "are behind schedule" }

/** `9 of 17 open ones with a due date are behind schedule`, behind the number of objectives that are measured. */
export const behindScheduleText = (behind: number, all: number): string =>
  shareText(behind, all, { one: "open one with a due date", many: "open ones with a due date", ...behindSchedule })
