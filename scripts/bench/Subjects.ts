import type { Subject } from "./Subject.ts"
import { deck } from "./subjects/Deck.ts"
import { delivery } from "./subjects/Delivery.ts"
import { events } from "./subjects/Events.ts"
import { growth } from "./subjects/Growth.ts"
import { live } from "./subjects/Live.ts"
import { memory } from "./subjects/Memory.ts"
import { board, overview } from "./subjects/Pages.ts"
import { planner } from "./subjects/Planner.ts"
import { replay } from "./subjects/Replay.ts"
import { streams } from "./subjects/Streams.ts"
import { views } from "./subjects/Views.ts"

/** The subjects that are measured when none is named, in this order: comparisons with alternatives. */
export const comparisons: ReadonlyArray<Subject> = [events, views, planner, replay, streams, delivery, growth, memory]

export const subjects: ReadonlyArray<Subject> = [...comparisons, live, deck, board, overview]
