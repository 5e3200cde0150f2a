import { Result, Schema } from "effect"
import type { Definition } from "../Definition.ts"
import * as Fields from "../Fields.ts"
import type { EntityId } from "../Ids.ts"
import type { Kind, Place } from "../Place.ts"
import type { FieldVersions, Team } from "../State.ts"
import { fromTo, quoted } from "../Wording.ts"
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
export const positionEdit = <E extends { readonly id: EntityId; readonly versions: FieldVersions }>(options: {
  readonly target: Kind<E>
  readonly noun: string
  readonly siblings: (team: Team) => ReadonlyArray<E>
  readonly arrange: (team: Team, siblings: ReadonlyArray<E>) => Team
}): Definition =>
  fieldEdit<E, Place<E>, typeof data.Type, typeof data.Type>({
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
      `moved ${options.noun} ${quoted(options.target.label(entity))} from ${fromTo(before.position, position)}`,
    apply: (place, entity, { position }) => {
      const team = place.put(entity)
      return options.arrange(team, moved(options.siblings(team), place.index, position))
    }
  })
