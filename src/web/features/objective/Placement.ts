import type { Placement } from "../../../shared/FieldEdits.ts"

interface Grouped {
  readonly id: string
  readonly groupId: string | null
}

export const placementOf = (initiatives: ReadonlyArray<Grouped>, id: string): Placement => {
  const position = initiatives.findIndex((initiative) => initiative.id === id)
  return { groupId: initiatives[position]?.groupId ?? null, position }
}

/** The list after a move, computed as the server does it. */
export const withPlacement = <A extends Grouped>(
  initiatives: ReadonlyArray<A>,
  id: string,
  { groupId, position }: Placement
): ReadonlyArray<A> => {
  const one = initiatives.find((initiative) => initiative.id === id)
  if (one === undefined) return initiatives
  return initiatives.filter((initiative) => initiative !== one).toSpliced(position, 0, { ...one, groupId })
}

/** The placement right before `before`, or at the end of the group; the current one where it is there already. */
export const placementBefore = (
  initiatives: ReadonlyArray<Grouped>,
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
 * The initiative before which one step up or down within the group would place this one: null for the end, undefined if
 * no step is possible. `visible` are the initiatives that the user sees.
 */
export const stepTarget = (visible: ReadonlyArray<Grouped>, id: string, step: -1 | 1): string | null | undefined => {
  const { groupId } = placementOf(visible, id)
  const group = visible.filter((initiative) => initiative.groupId === groupId)
  const at = group.findIndex((initiative) => initiative.id === id)
  if (group[at + step] === undefined) return undefined
  return group[step < 0 ? at - 1 : at + 2]?.id ?? null
}
