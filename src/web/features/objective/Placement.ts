interface Placed {
  readonly id: string
  readonly groupId: string | null
}

/** Where an initiative stands: its group, and its index among all initiatives of its objective. */
export interface Placement {
  readonly groupId: string | null
  readonly position: number
}

/** The text of the field `initiative.placement`, as the server writes it. */
export const placementText = ({ groupId, position }: Placement): string => JSON.stringify({ groupId, position })

export const readPlacement = (text: string): Placement => JSON.parse(text)

export const placementOf = (initiatives: ReadonlyArray<Placed>, id: string): Placement => {
  const position = initiatives.findIndex((initiative) => initiative.id === id)
  return { groupId: initiatives[position]?.groupId ?? null, position }
}

/** The list after a move, as the server makes it. */
export const placed = <A extends Placed>(
  initiatives: ReadonlyArray<A>,
  id: string,
  { groupId, position }: Placement
): ReadonlyArray<A> => {
  const one = initiatives.find((initiative) => initiative.id === id)
  if (one === undefined) return initiatives
  return initiatives.filter((initiative) => initiative !== one).toSpliced(position, 0, { ...one, groupId })
}

/** Right before another one of that group, or at the end of the group; as it is, where it stands there already. */
export const placementBefore = (
  initiatives: ReadonlyArray<Placed>,
  id: string,
  groupId: string | null,
  before: string | null
): Placement => {
  const group = initiatives.filter((initiative) => initiative.groupId === groupId)
  const at = group.findIndex((initiative) => initiative.id === id)
  if (at >= 0 && (before === id || before === (group[at + 1]?.id ?? null))) return placementOf(initiatives, id)
  const rest = initiatives.filter((initiative) => initiative.id !== id)
  const last = rest.findLastIndex((initiative) => initiative.groupId === groupId)
  const found = rest.findIndex((initiative) => initiative.id === before)
  return { groupId, position: found >= 0 ? found : last >= 0 ? last + 1 : rest.length }
}

/**
 * What one step up or down leads before, among those of its group: null for the end, undefined where there is no step.
 * `visible` are those people see.
 */
export const gapBeside = (visible: ReadonlyArray<Placed>, id: string, step: -1 | 1): string | null | undefined => {
  const { groupId } = placementOf(visible, id)
  const group = visible.filter((initiative) => initiative.groupId === groupId)
  const at = group.findIndex((initiative) => initiative.id === id)
  if (group[at + step] === undefined) return undefined
  return group[step < 0 ? at - 1 : at + 2]?.id ?? null
}
