/** Who did something. */
interface Actor {
  readonly actorName: string
  readonly actorDisplayName?: string | null | undefined
}

/** How sentences name who did something: by the display name, or else by the username of that time. */
export const nameOf = ({ actorName, actorDisplayName = null }: Actor): string => actorDisplayName ?? actorName
