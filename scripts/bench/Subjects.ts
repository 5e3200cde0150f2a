import type { Subject } from "./Subject.ts"
import { board } from "./subjects/Board.ts"
import { coresSubject } from "./subjects/Cores.ts"
import { deck } from "./subjects/Deck.ts"
import { deckLimits } from "./subjects/DeckLimits.ts"
import { deckLoad } from "./subjects/DeckLoad.ts"
import { delivery } from "./subjects/Delivery.ts"
import { events } from "./subjects/Events.ts"
import { growth } from "./subjects/Growth.ts"
import { latency } from "./subjects/Latency.ts"
import { live } from "./subjects/Live.ts"
import { manyStreams } from "./subjects/ManyStreams.ts"
import { memory } from "./subjects/Memory.ts"
import { overview } from "./subjects/Overview.ts"
import { planner } from "./subjects/Planner.ts"
import { notModified, objectives, principles } from "./subjects/Reading.ts"
import { rebuild } from "./subjects/Rebuild.ts"
import { replay } from "./subjects/Replay.ts"
import { streams } from "./subjects/Streams.ts"
import { webhookLoad } from "./subjects/WebhookLoad.ts"

/** The subjects that are measured when none is named, in this order: comparisons with alternatives. */
export const comparisons: ReadonlyArray<Subject> = [
  events,
  latency,
  objectives,
  notModified,
  principles,
  planner,
  replay,
  streams,
  growth,
  memory
]

export const subjects: ReadonlyArray<Subject> = [
  ...comparisons,
  delivery,
  manyStreams,
  deck,
  deckLimits,
  deckLoad,
  board,
  live,
  overview,
  rebuild,
  webhookLoad,
  coresSubject
]
