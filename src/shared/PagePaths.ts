/** Where the page begins, below the address of the service. */
export const pageRoot = "/strategy/"

export const invitationParameter = "invitation"

interface Person {
  readonly username: string
  readonly displayName: string | null
}

/** What the page shows, by its path below `pageRoot`. */
export const pagePaths = {
  team: (id: string) => `teams/${id}`,
  objective: (teamId: string, id: string) => `teams/${teamId}/objectives/${id}`,
  /** An initiative or a measure in an objective. */
  part: (teamId: string, id: string, partId: string) => `teams/${teamId}/objectives/${id}#${partId}`,
  principle: (teamId: string, id: string) => `teams/${teamId}/principles/${id}`,
  /** The history of an entity, or of the team itself, over the team's board. */
  history: (teamId: string, entityId: string, event?: number) =>
    `teams/${teamId}?history=${entityId}${event === undefined ? "" : `&event=${event}`}`,
  /** Leads on to another address of the service, after a sign-in if there is none yet. */
  openLink: (address: string) => `open?to=${encodeURIComponent(address)}`,
  /** Lets somebody choose a password. The token is in the fragment, which no server and no log sees, and last, after names. */
  invitation: (token: string, { username, displayName }: Person) =>
    `#${new URLSearchParams({ username, ...(displayName !== null && { displayName }), [invitationParameter]: token })}`,
  overview: "overview",
  /** The log, beginning at an event and going back in time. */
  logFrom: (event: number) => `log?event=${event}`
}
