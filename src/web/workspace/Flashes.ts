import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { FieldKind } from "../../shared/FieldEdits.ts"
import { type Actor, actorText } from "../texts/ActorText.ts"
import type { Field } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"

/** A change by somebody else, or by an agent, highlighted with the name of who made it. */
export interface Flash {
  readonly kind: FieldKind | undefined
  readonly actor: Actor
}

export interface Flashes {
  /** The latest change of an entity by somebody else; undefined again after `shownMs`. */
  readonly of: (entityId: string) => ReadonlySignal<Flash | undefined>
  /** The flash of one field. Reads a signal: for use while rendering. */
  readonly ofField: (field: Field) => Flash | undefined
  /** Shows nothing more of an actor who changes more than `maxAtOnce` within `shownMs`: an import, say, or a program. */
  readonly show: (entityId: string, kind: FieldKind | undefined, actor: Actor) => void
  /** Ends the field's flash, because the signed-in user has changed it since. */
  readonly end: (field: Field) => void
}

const shownMs = 4000

/** More than a person changes by hand within `shownMs`. */
const maxAtOnce = 10

interface Entry {
  readonly flash: Signal<Flash | undefined>
  cancel: () => void
}

export const makeFlashes = ({ after }: Lifetime): Flashes => {
  const entries = new Map<string, Entry>()
  const entryOf = (entityId: string): Entry => {
    const entry = entries.get(entityId) ?? { flash: signal(undefined), cancel: () => undefined }
    entries.set(entityId, entry)
    return entry
  }
  /** The changes of each actor within the last `shownMs`. */
  const counts = new Map<string, number>()
  const count = (name: string, change: number): number => {
    const next = (counts.get(name) ?? 0) + change
    if (next === 0) counts.delete(name)
    else counts.set(name, next)
    return next
  }
  const stop = (entry: Entry): void => {
    entry.cancel()
    entry.flash.value = undefined
  }
  const of: Flashes["of"] = (entityId) => entryOf(entityId).flash
  return {
    of,
    ofField: ({ entityId, kind }) => {
      const flash = of(entityId).value
      return flash?.kind === kind ? flash : undefined
    },
    show: (entityId, kind, actor) => {
      const name = actorText(actor)
      after(shownMs, () => count(name, -1))
      const recent = count(name, 1)
      if (recent > maxAtOnce + 1) return
      if (recent > maxAtOnce) {
        for (const entry of entries.values()) {
          const shown = entry.flash.peek()
          if (shown !== undefined && actorText(shown.actor) === name) stop(entry)
        }
        return
      }
      const entry = entryOf(entityId)
      entry.cancel()
      entry.flash.value = { kind, actor }
      entry.cancel = after(shownMs, () => {
        entry.flash.value = undefined
      })
    },
    end: ({ entityId, kind }) => {
      const entry = entryOf(entityId)
      if (entry.flash.peek()?.kind === kind) stop(entry)
    }
  }
}
