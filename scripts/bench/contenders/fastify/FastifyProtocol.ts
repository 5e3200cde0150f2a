/** What the service answers about a team, as JSON: its principles, and its objectives with all below them. */
export interface TeamViews {
  readonly principles: string
  readonly objectives: string
}

export interface Given {
  /** URL of an empty database. */
  readonly database: string
  /** The most connections to it. */
  readonly pool: number
  /** Of the session of an admin. */
  readonly token: string
  readonly teams: ReadonlyArray<TeamViews>
}

export interface FastifyProtocol {
  /** Fills the database; gives where it listens. */
  readonly listen: (given: Given) => string
}
