import { Context, Layer } from "effect"
import type { EntityId } from "../../domain/entities/Ids.ts"
import type { Provenance } from "../../domain/Provenance.ts"
import type { Association } from "./Association.ts"
import type { Checkpoint } from "./Checkpoint.ts"
import type { ChainedEvent } from "./EventHash.ts"

/** One generation of the data that is derived from the log. */
export class MemoryGeneration {
  readonly associations = new Map<EntityId, Array<Association>>()
  readonly checkpoints = new Map<number, Checkpoint>()

  get rowCount(): number {
    return [...this.associations.values()].reduce((rows, { length }) => rows + length, this.checkpoints.size)
  }

  addAssociations(added: ReadonlyArray<Association>): void {
    for (const association of added) {
      const known = this.associations.get(association.entityId)
      if (known === undefined) this.associations.set(association.entityId, [association])
      else known.push(association)
    }
  }
}

/** The data that the in-memory stores of a log share when they are built together. */
export class MemoryLog extends Context.Service<
  MemoryLog,
  {
    readonly events: Array<ChainedEvent>
    /** In the order of the events. */
    readonly provenance: Map<number, Provenance>
    serving: MemoryGeneration
  }
>()("strategy/log/MemoryLog") {
  static readonly layer = Layer.sync(MemoryLog, () => ({
    events: [],
    provenance: new Map(),
    serving: new MemoryGeneration()
  }))
}
