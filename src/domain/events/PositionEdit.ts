import { Result, Schema } from "effect"
import * as Fields from "../entities/Fields.ts"
import { called, fromTo } from "../entities/Wording.ts"
import type { Kind, Place } from "../state/Place.ts"
import type { EntityByType, EntityType, Team } from "../state/State.ts"
import type { Definition } from "./Definition.ts"
import { fieldEdit } from "./FieldEdit.ts"

const data = Schema.Struct({ position: Fields.position })

export const moved = <A>(list: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Why an index is none of `count` siblings. */
export const outside = (position: number, count: number): string | null =>
  position < count ? null : `position must be from 0 to ${count - 1}`

/** The move of one entity among its siblings; theirs shift, which counts as no change of theirs. */
export const positionEdit = <T extends EntityType>(options: {
  readonly target: Kind<T>
  readonly siblings: (team: Team) => ReadonlyArray<EntityByType[T]>
  readonly arrange: (team: Team, siblings: ReadonlyArray<EntityByType[T]>) => Team
}): Definition =>
  fieldEdit<T, Place<EntityByType[T]>, typeof data.Type, typeof data.Type>({
    target: options.target,
    data,
    kept: data,
    field: () => "position",
    complete: (place, wanted) => {
      const refusal = outside(wanted.position, options.siblings(place.team).length)
      return refusal === null ? Result.succeed(wanted) : Result.fail(refusal)
    },
    current: (place) => ({ position: place.index }),
    text: ({ position }) => String(position),
    describe: ({ entity }, { position }, before) =>
      `moved ${called(options.target.type, entity)} from ${fromTo(before.position, position)}`,
    apply: (place, entity, { position }) => {
      const team = place.put(entity)
      return options.arrange(team, moved(options.siblings(team), place.index, position))
    }
  })
