interface Step {
  readonly targetId?: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * For submissions that belong together: the indexes of the earlier ones that each must wait for. These are the last one so
 * far on the same target, and the last on or in each entity that it names as target or in its data.
 */
export const earlierSteps = (steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<number>> => {
  const latest = new Map<unknown, number>()
  return steps.map(({ targetId = null, data }, index) => {
    const earlier = [targetId, ...Object.values(data)].flatMap((id) => latest.get(id) ?? [])
    latest.set(targetId, index)
    if (typeof data.id === "string") latest.set(data.id, index)
    return earlier
  })
}
