import { HashMap, Option } from "effect"
import type { FieldVersion } from "../Conflict.ts"
import type { EventData, LoggedEvent } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { isBringBack } from "../events/RestoreData.ts"
import { entityPairs } from "../state/EntityPairs.ts"
import { type EntityType, type FieldVersions, findTeam, type State, type Team } from "../state/State.ts"
import { dataBefore, dataIn, locate } from "./FieldData.ts"

/** The states around an event, and the teams that it changed. */
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
  /** The event that had set it before; null if none had. */
  readonly previous: number | null
  /** The data of the edit that sets it back; undefined if that is not known. */
  readonly before: EventData | undefined
  /** The team before the event, where states were looked up. */
  readonly team: Team | undefined
  /** Whether the field is none any more after it: a link whose principle went. */
  readonly vanished?: boolean
}

export interface FieldHistory {
  readonly id: EntityId
  readonly type: EntityType
  readonly field: string
  /** In the order of the events. */
  readonly sets: Array<FieldSet>
}

/** An entity came or went with an event. */
export interface Life {
  readonly by: number
  readonly came: boolean
  /** The state before the event, where it was looked up; of teams it has at least that of the entity. */
  readonly before: State | undefined
}

/** An event that restored a team, with the team before and after it. */
export interface Restored {
  readonly by: number
  readonly teamId: EntityId
  readonly isWhole: boolean
  readonly before: State
  readonly after: Team | undefined
}

interface Identified {
  readonly id: EntityId
  readonly versions: FieldVersions
}

interface Pair {
  readonly type: EntityType
  readonly before: Identified | undefined
  readonly after: Identified | undefined
}

function* pairsOf(before: Team | undefined, after: Team | undefined): Generator<Pair> {
  yield { type: "team", before, after }
  for (const pair of entityPairs(before?.principles, after?.principles)) yield { type: "principle", ...pair }
  for (const pair of entityPairs(before?.objectives, after?.objectives)) {
    yield { type: "objective", ...pair }
    if (pair.before === pair.after) continue
    for (const each of entityPairs(pair.before?.groups, pair.after?.groups)) yield { type: "group", ...each }
    for (const each of entityPairs(pair.before?.initiatives, pair.after?.initiatives))
      yield { type: "initiative", ...each }
    for (const each of entityPairs(pair.before?.progress, pair.after?.progress)) yield { type: "progress", ...each }
  }
}

/** The fields that are a place among siblings. */
const placeFields: Readonly<Partial<Record<EntityType, string>>> = {
  principle: "position",
  objective: "position",
  initiative: "placement"
}

export const isPlace = (field: string): boolean => field === "position" || field === "placement"

/** Whether what an event changed only shows in the states around it. */
const isStructural = ({ eventType, data }: Pick<LoggedEvent, "eventType" | "data">): boolean =>
  eventType === "restore_history" || eventType.startsWith("delete_") || isBringBack(data)

/** A state with one team, which is enough to look an entity of it up. */
const withTeamOnly = (state: State, teamId: EntityId): State => ({
  ...state,
  teams: Option.match(findTeam(state, teamId), {
    onNone: () => HashMap.empty(),
    onSome: (team) => HashMap.make([teamId, team])
  })
})

/** What the events of a set, and those that took some of them back, did to which field and which entity. */
export class OwnChanges {
  /** The events whose changes are to be taken back. */
  readonly set: ReadonlySet<number>
  readonly fields = new Map<string, FieldHistory>()
  readonly lives = new Map<EntityId, Array<Life>>()
  readonly restored: Array<Restored> = []
  /** Events of the set whose changes are not known. */
  readonly unknown: Array<number> = []
  readonly now: State
  readonly #own: ReadonlySet<number>
  /** Each list of siblings as it was before the first of the events that changed it. */
  readonly #lists = new Map<string, Team>()

  /** By an event that took another one back, what it took back: the two stand in nobody's way. */
  readonly #undone: ReadonlyMap<number, number>

  constructor(
    now: State,
    set: Iterable<number>,
    undoing: Iterable<number>,
    undone: ReadonlyMap<number, number> = new Map()
  ) {
    this.now = now
    this.set = new Set(set)
    this.#own = new Set([...this.set, ...undoing])
    this.#undone = undone
  }

  /** Whether one of the events made a field what it is, or what took such changes back. */
  isOwnVersion({ entity, field, version }: FieldVersion): boolean {
    const lasting = field === null ? version : this.lastingVersion(entity.id, field, version)
    return lasting === 0 || this.isOwn(lasting)
  }

  /** The event that made a field what it is at a version, 0 if none did: before events that were taken back, and what took them back. */
  lastingVersion(id: EntityId, field: string, version: number): number {
    const undone = this.#undone.get(version)
    const sets = this.fields.get(`${id} ${field}`)?.sets
    const set = undone === undefined ? undefined : sets?.findLast(({ by }) => by === version)
    if (set === undefined || undone === undefined) return version
    const before = this.lastingVersion(id, field, set.previous ?? 0)
    // What had gone with the event is back as it was.
    if (set.since === undone) return before
    const first = before === undone ? sets?.findLast(({ by }) => by === undone) : undefined
    return first === undefined ? version : this.lastingVersion(id, field, first.previous ?? 0)
  }

  isOwn(sequenceNumber: number): boolean {
    return this.#own.has(sequenceNumber)
  }

  /** The latest of the events that is of the set, which an event that takes them back names. */
  latestOfSet(events: ReadonlyArray<{ readonly by: number }>): number | undefined {
    return events.findLast(({ by }) => this.set.has(by))?.by
  }

  /** The team of a list of siblings as it was before the first of the events that changed it. */
  listBefore(parentId: EntityId, type: EntityType): Team | undefined {
    return this.#lists.get(`${parentId} ${type}`)
  }

  /** Whether an event can only be recorded with the states around it. */
  needsStates(event: LoggedEvent): boolean {
    const { sequenceNumber, entityId, entityType, fieldName } = event
    if (isStructural(event)) return true
    if (entityId === null || entityType === null) return false
    if (fieldName === "value") return dataBefore(this.now, entityType, event) === undefined
    if (!isPlace(fieldName ?? "")) return false
    // If nothing in the team was changed since, its former index says where an entity was.
    return this.#own.size > 1 || this.#teamIn(this.now, entityId)?.touchedAt !== sequenceNumber
  }

  /** Records an applied event. Events are to be recorded in order. */
  record(event: LoggedEvent, around?: Around): void {
    const { sequenceNumber: by, entityId, entityType, fieldName } = event
    if (isStructural(event)) {
      if (around !== undefined) this.#recordStates(event, around)
      else if (this.set.has(by)) this.unknown.push(by)
    } else if (entityId === null || entityType === null) return
    else if (fieldName === null) this.#addLife(entityId, { by, came: true, before: undefined })
    else this.#recordEdit(event, entityId, entityType, fieldName, around)
  }

  #recordEdit(event: LoggedEvent, id: EntityId, type: EntityType, field: string, around: Around | undefined): void {
    const { sequenceNumber: by, previousSequence } = event
    const found = around && locate(around.before, id)
    const before = found === undefined ? dataBefore(this.now, type, event) : dataIn(found, field)
    const previous = previousSequence ?? this.#vanishedBy(id, field)
    this.#addSet(id, type, field, {
      ...{ by, since: by, previous, before },
      team: around && this.#teamIn(around.before, id)
    })
    if (around !== undefined && isPlace(field)) this.#keepList(around.before, id, type)
  }

  #teamIn(state: State, id: EntityId): Team | undefined {
    const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
    return ref && Option.getOrUndefined(findTeam(state, ref.teamId))
  }

  /** The event with which a field vanished that is there again; nobody else can have set it meanwhile. */
  #vanishedBy(id: EntityId, field: string): number | null {
    const last = this.fields.get(`${id} ${field}`)?.sets.at(-1)
    return last?.vanished === true ? last.by : null
  }

  #addSet(id: EntityId, type: EntityType, field: string, set: FieldSet): void {
    const key = `${id} ${field}`
    const known = this.fields.get(key)
    if (known === undefined) this.fields.set(key, { id, type, field, sets: [set] })
    else known.sets.push(set)
  }

  #addLife(id: EntityId, life: Life): void {
    const known = this.lives.get(id)
    if (known === undefined) this.lives.set(id, [life])
    else known.push(life)
  }

  #keepList(before: State, id: EntityId, type: EntityType): void {
    const ref = Option.getOrUndefined(HashMap.get(before.entities, id))
    const team = ref && Option.getOrUndefined(findTeam(before, ref.teamId))
    if (ref === undefined || team === undefined) return
    const key = `${ref.objectiveId ?? ref.teamId} ${type}`
    if (!this.#lists.has(key)) this.#lists.set(key, team)
  }

  #recordStates(event: LoggedEvent, { before, after, teamIds }: Around): void {
    const by = event.sequenceNumber
    for (const teamId of teamIds) {
      const [was, is] = [before, after].map((state) => Option.getOrUndefined(findTeam(state, teamId)))
      const earlier = withTeamOnly(before, teamId)
      for (const pair of pairsOf(was, is)) this.#recordPair(by, pair, earlier, was)
      if (event.eventType === "restore_history") {
        const isWhole = !Object.hasOwn(event.data, "teamId")
        this.restored.push({ by, teamId, isWhole, before: isWhole ? before : earlier, after: is })
      }
    }
  }

  #recordPair(by: number, { type, before, after }: Pair, earlier: State, team: Team | undefined): void {
    if (before === after) return
    const id = (before ?? after)?.id
    if (id === undefined) return
    if (before === undefined || after === undefined) {
      if (type !== "team") this.#keepList(earlier, id, type)
      if (after !== undefined) this.#recordReturn(by, type, after)
      this.#addLife(id, { by, came: before === undefined, before: earlier })
      return
    }
    this.#recordFields(by, type, before, after, earlier, team)
  }

  #recordFields(
    by: number,
    type: EntityType,
    before: Identified,
    after: Identified,
    earlier: State,
    team: Team | undefined
  ): void {
    const { id } = before
    const located = locate(earlier, id)
    for (const field of Object.keys({ ...before.versions, ...after.versions })) {
      const [was, is] = [before.versions[field], after.versions[field]]
      // A link that went with its principle has no version any more.
      const vanished = is === undefined
      if (was === is || (is !== by && !vanished)) continue
      if (isPlace(field)) this.#keepList(earlier, id, type)
      const previous = was ?? this.#vanishedBy(id, field)
      this.#addSet(id, type, field, {
        ...{ by, since: by, previous, team, vanished },
        before: located && dataIn(located, field)
      })
    }
  }

  /** What one of the events removed has come back: its fields have the values that they had when it went. */
  #recordReturn(by: number, type: EntityType, after: Identified): void {
    const last = this.lives.get(after.id)?.at(-1)
    const gone = last?.before && locate(last.before, after.id)
    if (last === undefined || last.came || gone === undefined) return
    const team = last.before && this.#teamIn(last.before, after.id)
    const { versions } = gone.entity
    const place = placeFields[type]
    // Its index may be another one, though nothing that was moved has a version for that.
    const fields = { ...after.versions, ...versions, ...(place === undefined ? {} : { [place]: by }) }
    for (const field of Object.keys(fields)) {
      const vanished = after.versions[field] === undefined && field !== place
      const previous = versions[field] ?? null
      this.#addSet(after.id, type, field, {
        ...{ by, since: last.by, previous, team, vanished },
        before: dataIn(gone, field)
      })
    }
  }
}
