import { Option } from "effect"
import { type Attention, ruleText } from "../../../src/deck/facts/Attention.ts"
import { noteHead } from "../../../src/deck/facts/LastNote.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import type { EventData, EventType } from "../../../src/domain/Event.ts"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { findTeam, type Objective, type State, type Team } from "../../../src/domain/state/State.ts"
import { entityId } from "../../domain/Commands.ts"
import { example, type Input, id, stateAfter } from "../../domain/ExampleStrategy.ts"

/** Teams made by the domain's rules from the example strategy, whose events are of 1 January 2026. */

export const ask = (eventType: EventType, targetId: EntityId | null, data: EventData): Input => ({
  eventType,
  targetId,
  data
})

const teamIn = (state: State): Team => Option.getOrThrow(findTeam(state, id.team))

/** The example team after more events; an entity that they create without an id gets one. */
export const teamAfter = (...asks: ReadonlyArray<Input>): Team =>
  teamIn(stateAfter(example, ...asks.map((each, index) => ({ freshId: entityId(0x1000 + index), ...each }))))

export const objectiveIn = (team: Team, objectiveId: EntityId = id.objective): Objective => {
  const objective = team.objectives.find((each) => each.id === objectiveId)
  if (objective === undefined) throw new Error(`no objective ${objectiveId}`)
  return objective
}

export const inputOf = (team: Team, more: Partial<DeckInput> = {}): DeckInput => ({
  team,
  sequenceNumber: team.touchedAt,
  date: "2026-01-20",
  since: "2025-12-21",
  lastDeck: null,
  detail: "full",
  notes: true,
  timeZone: "UTC",
  companyName: null,
  pageUrl: null,
  selection: null,
  postponements: new Map(),
  reasons: new Map(),
  before: team,
  ...more
})

/** The text under "Why": the reason by the rules, then the team's last note. */
export const whyText = (attention: Attention): string =>
  attention.note === null
    ? ruleText(attention)
    : `${ruleText(attention)} · ${noteHead(attention.note)}: ${attention.note.words}`
