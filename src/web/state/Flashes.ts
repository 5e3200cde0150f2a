import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Field, FieldKind } from "../model/Field.ts"

export interface Flash {
  readonly kind: FieldKind | undefined
  readonly actorName: string
}

/** Milliseconds a change by somebody else shows itself. */
const shown = 4000

const flashes = new Map<
  string,
  { readonly flash: Signal<Flash | undefined>; timer: ReturnType<typeof setTimeout> | undefined }
>()

const entryOf = (entityId: string) => {
  let entry = flashes.get(entityId)
  if (entry === undefined) {
    entry = { flash: signal(undefined), timer: undefined }
    flashes.set(entityId, entry)
  }
  return entry
}

/** The latest change of an entity by somebody else, for a moment. */
export const flashOf = (entityId: string): ReadonlySignal<Flash | undefined> => entryOf(entityId).flash

/** The flash of one field, in the part that renders it. */
export const flashOfField = (field: Field): Flash | undefined => {
  const flash = flashOf(field.entityId).value
  return flash?.kind === field.kind ? flash : undefined
}

export const flash = (entityId: string, kind: FieldKind | undefined, actorName: string): void => {
  const entry = entryOf(entityId)
  clearTimeout(entry.timer)
  entry.flash.value = { kind, actorName }
  entry.timer = setTimeout(() => {
    entry.flash.value = undefined
  }, shown)
}

/** What stands in the field is theirs no more. */
export const unflash = ({ entityId, kind }: Field): void => {
  const entry = flashes.get(entityId)
  if (entry?.flash.peek()?.kind !== kind) return
  clearTimeout(entry?.timer)
  if (entry !== undefined) entry.flash.value = undefined
}
