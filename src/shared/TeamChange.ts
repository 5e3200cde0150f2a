/**
 * How an entity differs from what the view showed before. For an entity that the view did not show it has everything.
 */
export interface EntityChange {
  readonly id: string
  /** The new index in the list, if the entity has moved or is new. */
  readonly at?: number
  /** The fields that differ, with their new values. */
  readonly set?: Readonly<Record<string, unknown>>
  /** The lists within the entity that differ, by name. */
  readonly lists?: Readonly<Record<string, ListChange>>
}

export interface ListChange {
  /** The ids of entities that are no longer in the list. */
  readonly removed?: ReadonlyArray<string>
  /** In the order of the list. */
  readonly changed?: ReadonlyArray<EntityChange>
}

/**
 * How the two views of a team, of its principles and of its objectives, differ after one event. The links between both
 * are told once, as `principleIds` of an objective in any order; positions follow from the order of the lists.
 */
export interface TeamChange extends EntityChange {
  /** The log position of the views that it applies to. */
  readonly from: number
}

interface PrincipleItem {
  readonly id: string
  readonly title: string
}

interface ObjectiveItem extends PrincipleItem {
  readonly status: string
  readonly principles: ReadonlyArray<PrincipleItem>
}

/** A team with its principles and objectives as the views show them. */
export interface TeamViews<Team, Principle, Objective> {
  readonly team: Team
  readonly principles: ReadonlyArray<Principle>
  readonly objectives: ReadonlyArray<Objective>
}

interface Entity {
  readonly id: string
}

/** An entity after a change; the entities in it that the change does not name stay the same objects. */
export const changedEntity = <A extends object>(entity: A, { set, lists = {} }: EntityChange): A => {
  const changed = Object.entries(lists).map(([name, change]) => [
    name,
    changedList(Reflect.get(entity as object, name), change)
  ])
  return { ...entity, ...set, ...Object.fromEntries(changed) }
}

/** The list after a change; unchanged entities stay the same objects. */
const changedList = <A extends Entity>(
  list: ReadonlyArray<A>,
  { removed = [], changed = [] }: ListChange = {}
): Array<A> => {
  const known = new Map(list.map((entity) => [entity.id, entity]))
  const changes = new Map(changed.map((change) => [change.id, change]))
  const gone = new Set(removed)
  const next = list
    .filter(({ id }) => !gone.has(id) && changes.get(id)?.at === undefined)
    .map((entity) => {
      const change = changes.get(entity.id)
      return change === undefined ? entity : changedEntity(entity, change)
    })
  for (const change of changed) {
    const { id, at } = change
    if (at !== undefined) next.splice(at, 0, changedEntity(known.get(id) ?? ({ id } as A), change))
  }
  return next
}

/** A linked entity as the other side of the link shows it. */
interface Link {
  readonly id: string
  readonly title: string
  readonly status?: string
  readonly position?: number
}

const isSameLink = (one: Link | undefined, other: Link): boolean =>
  one?.id === other.id && one.title === other.title && one.status === other.status && one.position === other.position

/** The entity with this position and these links; the same object if it has them already. */
const placed = <A extends object>(entity: A, position: number, name: string, links: ReadonlyArray<Link>): A => {
  const { [name]: shown, position: before } = entity as { readonly [_: string]: unknown; readonly position?: number }
  const old = shown as ReadonlyArray<Link> | undefined
  const isSame = old === links || (old?.length === links.length && links.every((link, n) => isSameLink(old[n], link)))
  return isSame && before === position ? entity : { ...entity, position, [name]: links }
}

/** The views after a change. Entities that it does not concern stay the same objects. */
export const withTeamChange = <Team extends object, Principle extends PrincipleItem, Objective extends ObjectiveItem>(
  views: TeamViews<Team, Principle, Objective>,
  { set, lists = {} }: TeamChange
): TeamViews<Team, Principle, Objective> => {
  const principles = changedList(views.principles, lists.principles)
  const links = new Map(principles.map(({ id, title }, position) => [id, { id, title, position }]))
  const backlinks = new Map<string, Array<Link>>(principles.map(({ id }) => [id, []]))
  const objectives = changedList<Objective & { readonly principleIds?: ReadonlyArray<string> }>(
    views.objectives,
    lists.objectives
  ).map((objective, index): Objective => {
    const { id, title, status, principles: before, principleIds } = objective
    let linked: ReadonlyArray<Link> = before
    if (principleIds !== undefined || lists.principles !== undefined) {
      linked = (principleIds ?? before.map((principle) => principle.id))
        .flatMap((principleId) => links.get(principleId) ?? [])
        .sort((one, other) => one.position - other.position)
    }
    for (const principle of linked) backlinks.get(principle.id)?.push({ id, title, status })
    if (principleIds === undefined) return placed<Objective>(objective, index, "principles", linked)
    const { principleIds: _, ...rest } = objective
    return placed<object>(rest, index, "principles", linked) as Objective
  })
  return {
    team: set === undefined ? views.team : { ...views.team, ...set },
    principles: principles.map((each, index) => placed(each, index, "objectives", backlinks.get(each.id) ?? [])),
    objectives
  }
}
