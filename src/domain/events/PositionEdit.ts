import { Result, Schema } from "effect"
import * as Fields from "../entities/Fields.ts"
import { invalid, type Rejection } from "../Rejection.ts"
import type { EntityByType, EntityType, Team } from "../state/State.ts"
import type { EntityTarget, LocationOf } from "../state/Targets.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import { fieldEdit } from "./FieldEdit.ts"

const data = Schema.Struct({ position: Fields.position })

export const moved = <A>(list: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Why a position is out of range among `count` siblings; null if it is not. */
export const positionRefusal = (position: number, count: number): Rejection | null =>
  position < count ? null : invalid("position", { rule: "whole_number", minimum: 0, maximum: count - 1 })

/** The move of an entity among its siblings. Their positions shift, but they do not count as changed. */
export const positionEdit = <T extends EntityType>(options: {
  readonly target: EntityTarget<T>
  readonly siblings: (team: Team) => ReadonlyArray<EntityByType[T]>
  readonly withSiblings: (team: Team, siblings: ReadonlyArray<EntityByType[T]>) => Team
}): EventDefinition =>
  fieldEdit<T, LocationOf<T>, typeof data.Type, typeof data.Type>({
    target: options.target,
    data,
    logged: data,
    field: () => "position",
    complete: (location, wanted) => {
      const refusal = positionRefusal(wanted.position, options.siblings(location.team).length)
      return refusal === null ? Result.succeed(wanted) : Result.fail(refusal)
    },
    current: (location) => ({ position: location.index }),
    text: ({ position }) => String(position),
    apply: (location, entity, { position }) => {
      const team = location.replaceWith(entity)
      return options.withSiblings(team, moved(options.siblings(team), location.index, position))
    }
  })
