interface Supporting {
  readonly id: string
  readonly teamId: string
  readonly parentId: string | null
}

/** The ids of the teams whose objectives other teams support. */
export const leadingTeams = (objectives: ReadonlyArray<Supporting>): ReadonlySet<string> => {
  const teamOf = new Map<string | null, string>(objectives.map(({ id, teamId }) => [id, teamId]))
  return new Set(
    objectives.flatMap(({ teamId, parentId }) => {
      const above = teamOf.get(parentId)
      return above === undefined || above === teamId ? [] : [above]
    })
  )
}
