import { HashMap, Option } from "effect"
import type { FieldVersion } from "../Conflict.ts"
import type { EventData, LoggedEvent } from "../Event.ts"
import { checkInValuesOf } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"
import { isBringBack } from "../events/RestoreData.ts"
import { changesBetween, type EntityChange, type ValuesOf } from "../state/EntityChanges.ts"
import { type EntityType, type State, type Team, teamIn } from "../state/State.ts"
import { progress } from "../state/Targets.ts"
import { dataBefore, dataIn, isPlace, locate, placeFields, siblingIds } from "./FieldData.ts"

/** The states around an event, with at least the teams that it changed. */
export interface Around {
  readonly before: State
  readonly after: State
  readonly teamIds: ReadonlyArray<EntityId>
}

/** An event set a field. */
export interface FieldSet {
  readonly by: number
  /** The event before which the field was as in `before`: an earlier one if its entity went with that and is back. */
  readonly since: number
  /** The event that had set it before; 0 if none had. */
  readonly previous: number
  /** The data of the edit that sets it back; undefined if that is not known. */
  readonly before: EventData | undefined
  /** Of a place, the order of the siblings then, where states were looked up. */
  readonly order: ReadonlyArray<EntityId> | undefined
}

type GivenSet = Pick<FieldSet, "by" | "since" | "before"> & { readonly previous: number | null }

/** Changes of a field that nobody else's lie between. */
export interface FieldRun {
  /** Before it the field was as the run found it. */
  readonly first: FieldSet
  /** In order. */
  readonly events: Array<number>
}

export interface FieldHistory {
  readonly id: EntityId
  readonly type: EntityType
  readonly field: string
  readonly runs: Array<FieldRun>
  /** Others' changes that were taken back, and what took them back. */
  readonly neutral: Array<FieldSet>
}

/** An entity came or went with an event. */
export interface Life {
  readonly by: number
  readonly came: boolean
  /** The state before the event, with at least the entity's team, where it was looked up. */
  readonly before: State | undefined
}

/** A check-in, or the data of one that an event took out: null for a check-in, undefined where it is not known. */
interface CheckInDone {
  readonly by: number
  readonly retracted: EventData | null | undefined
  /** The number of the check-in that the event took out. */
  readonly number?: number | undefined
}

/** A team that an event of the set restored, in the state before it. */
export interface Restored {
  readonly by: number
  readonly teamId: EntityId
  readonly isWhole: boolean
  readonly before: State
}

const versionsOf = ({ versions }: Team | EntityVersions) => versions
type EntityVersions = Pick<Team, "versions">

/** Compares the events that set the fields last. */
export const versions: ValuesOf = {
  ...{ team: versionsOf, principle: versionsOf, objective: versionsOf },
  ...{ group: versionsOf, initiative: versionsOf, progress: versionsOf }
}

/** Whether what an event changed only shows in the states around it. */
const isStructural = ({ eventType, data }: Pick<LoggedEvent, "eventType" | "data">): boolean =>
  eventType === "restore_history" || eventType.startsWith("delete_") || isBringBack(data)

/** The number of the check-in that an event took out. */
const retractedBy = ({ data }: LoggedEvent): number | undefined =>
  typeof data.retract === "number" ? data.retract : undefined

/** What the events of a set, and those that took some of them back, did to which field and which entity. */
export class OwnChanges {
  /** The events whose changes are to be taken back. */
  readonly set: ReadonlySet<number>
  readonly fields = new Map<string, FieldHistory>()
  readonly checkIns = new Map<EntityId, Array<CheckInDone>>()
  readonly lives = new Map<EntityId, Array<Life>>()
  readonly restored: Array<Restored> = []
  readonly now: State
  /** By an event that took another one back, what it took back. What others took back stands in nobody's way. */
  readonly #takenBack: ReadonlyMap<number, number>

  constructor(now: State, set: Iterable<number>, takenBack: ReadonlyMap<number, number>) {
    this.now = now
    this.set = new Set(set)
    this.#takenBack = takenBack
  }

  /** Whether an event is of the set, or took one of it back. */
  isOwn(sequenceNumber: number): boolean {
    return this.set.has(sequenceNumber) || this.set.has(this.#takenBack.get(sequenceNumber) ?? 0)
  }

  /** Whether one of the events made a field what it is, or what took such changes back. */
  isOwnVersion({ entity, field, version }: FieldVersion): boolean {
    const lasting = field === null ? version : this.lastingVersion(entity.id, field, version)
    return lasting === 0 || this.isOwn(lasting)
  }

  /** The event that made a field what it is at a version, 0 if none did: before what others took back, and what took it back. */
  lastingVersion(id: EntityId, field: string, version: number): number {
    const neutral = this.fields.get(`${id} ${field}`)?.neutral
    const undone = this.#takenBack.get(version)
    const set = undone === undefined ? undefined : neutral?.findLast(({ by }) => by === version)
    if (set === undefined) return version
    const before = this.lastingVersion(id, field, set.previous)
    // What had gone with the event is back as it was.
    if (set.since === undone) return before
    const first = before === undone ? neutral?.findLast(({ by }) => by === undone) : undefined
    return first === undefined ? version : this.lastingVersion(id, field, first.previous)
  }

  /** The latest event of others that set a field, whatever the events made of it since; 0 if there is none. */
  othersVersion(id: EntityId, field: string, version: number): number {
    const lasting = this.lastingVersion(id, field, version)
    return this.isOwn(lasting) ? (this.fields.get(`${id} ${field}`)?.runs.at(-1)?.first.previous ?? 0) : lasting
  }

  /** The latest of the events that is of the set, which an event that takes them back names. */
  latestOfSet(events: ReadonlyArray<number>): number | undefined {
    return events.findLast((each) => this.set.has(each))
  }

  /** The latest of the set with which an entity came or went. */
  latestLife(id: EntityId): number | undefined {
    return this.latestOfSet(this.lives.get(id)?.map(({ by }) => by) ?? [])
  }

  /** Whether an event can only be recorded with the states around it. */
  needsStates(event: LoggedEvent): boolean {
    const { sequenceNumber, entityId, entityType, fieldName } = event
    if (isStructural(event)) return true
    if (entityId === null || entityType === null) return false
    if (fieldName === "value") return retractedBy(event) !== undefined
    // What a status event says is the new status and its note.
    if (entityType === "objective" && fieldName === "status") return true
    if (fieldName === null || !isPlace(fieldName)) return false
    // If nothing in the team was changed since, its former index says where an entity was.
    const ref = Option.getOrUndefined(HashMap.get(this.now.entities, entityId))
    const touchedAt = ref && teamIn(this.now, ref.teamId)?.touchedAt
    return this.set.size + this.#takenBack.size > 1 || touchedAt !== sequenceNumber
  }

  /** Records an applied event, those that need them with the states around it. Events are to be recorded in order. */
  record(event: LoggedEvent, around?: Around): void {
    const { sequenceNumber: by, entityId: id, entityType: type, fieldName: field } = event
    if (isStructural(event)) {
      if (around !== undefined) this.#recordStates(event, around)
    } else if (id === null || type === null) return
    else if (field === null) this.#addLife(id, { by, came: true, before: undefined })
    else {
      if (field === "value" && this.isOwn(by)) this.#addCheckIn(id, event, around?.before)
      const before = dataBefore(type, event)
      this.#addSet(around?.before, id, type, field, { by, since: by, previous: event.previousSequence, before })
    }
  }

  #addCheckIn(id: EntityId, event: LoggedEvent, before: State | undefined): void {
    const retracted = retractedBy(event)
    const { checkIns = [] } = (before && progress.find(before, id)?.entity) ?? {}
    const found = checkIns.find(({ sequenceNumber }) => sequenceNumber === retracted)
    const taken = found && { value: found.value, ...checkInValuesOf(found), date: found.date }
    const known = this.checkIns.get(id) ?? []
    this.checkIns.set(id, known)
    known.push({ by: event.sequenceNumber, retracted: retracted === undefined ? null : taken, number: retracted })
  }

  /** The check-ins and retracts of a measure that are to be taken back, and have not been; the latest first. */
  standingCheckIns(id: EntityId): ReadonlyArray<CheckInDone> {
    const undone = new Set<number>()
    // What took another one back comes after it, and may have been taken back itself.
    const standing = (this.checkIns.get(id) ?? []).toReversed().filter(({ by }) => {
      const isStanding = !undone.has(by)
      const earlier = this.#takenBack.get(by)
      if (isStanding && earlier !== undefined) undone.add(earlier)
      return isStanding
    })
    return standing.filter(({ by }) => this.set.has(by))
  }

  #recordStates(event: LoggedEvent, { before, after, teamIds }: Around): void {
    const by = event.sequenceNumber
    for (const teamId of teamIds) {
      for (const change of changesBetween(teamIn(before, teamId), teamIn(after, teamId), versions)) {
        this.#recordChange(by, change, before, after)
      }
      if (event.eventType === "restore_history" && this.set.has(by)) {
        this.restored.push({ by, teamId, isWhole: !Object.hasOwn(event.data, "teamId"), before })
      }
    }
  }

  #recordChange(by: number, { kind, type, id, fields }: EntityChange, before: State, after: State): void {
    if (kind === "came") this.#recordReturn(by, type, id, after)
    if (kind !== "changed") this.#addLife(id, { by, came: kind === "came", before })
    for (const { field, before: was, after: is } of fields) {
      // A link that went with its principle has no version any more.
      if (is !== by && is !== false) continue
      const previous = typeof was === "number" ? was : null
      this.#addSet(before, id, type, field, { by, since: by, previous, before: undefined })
    }
  }

  /** What one of the events removed has come back: its fields have the values that they had when it went. */
  #recordReturn(by: number, type: EntityType, id: EntityId, after: State): void {
    const lives = this.lives.get(id) ?? []
    const undone = this.#takenBack.get(by)
    const last = lives.findLast((life) => !life.came && life.by === undone) ?? lives.at(-1)
    const gone = last?.before && locate(last.before, id)
    if (last === undefined || last.came || gone === undefined) return
    const { versions } = gone.entity
    const place = placeFields[type]
    // Its index may be another one, though nothing that was moved has a version for that.
    const fields = {
      ...locate(after, id)?.entity.versions,
      ...versions,
      ...(place === undefined ? {} : { [place]: by })
    }
    for (const field of Object.keys(fields)) {
      const previous = versions[field] ?? null
      this.#addSet(last.before, id, type, field, { by, since: last.by, previous, before: undefined })
    }
  }

  /** Adds that an event set a field, which was as in the state before. */
  #addSet(state: State | undefined, id: EntityId, type: EntityType, field: string, given: GivenSet): void {
    const found = state && locate(state, id)
    const key = `${id} ${field}`
    const history = this.fields.get(key) ?? { id, type, field, runs: [], neutral: [] }
    this.fields.set(key, history)
    const { runs, neutral } = history
    const run = runs.at(-1)
    // What has vanished, as a link does with its principle, has no version; nobody else can have set it meanwhile.
    const last = run?.events.at(-1) ?? 0
    const set: FieldSet = {
      ...given,
      before: found === undefined ? given.before : dataIn(found, field),
      order: state && isPlace(field) ? siblingIds(state, id) : undefined,
      previous: given.previous ?? (this.isOwn(given.by) ? last : Math.max(last, neutral.at(-1)?.by ?? 0))
    }
    if (!this.isOwn(set.by)) neutral.push(set)
    else {
      const previous = this.lastingVersion(id, field, set.previous)
      if (run !== undefined && last === previous) run.events.push(set.by)
      else runs.push({ first: { ...set, previous }, events: [set.by] })
    }
  }

  #addLife(id: EntityId, life: Life): void {
    const known = this.lives.get(id)
    if (known === undefined) this.lives.set(id, [life])
    else known.push(life)
  }
}
