import type { Subject } from "./Subject.ts"
import { events } from "./subjects/Events.ts"
import { growth } from "./subjects/Growth.ts"
import { latency } from "./subjects/Latency.ts"
import { memory } from "./subjects/Memory.ts"
import { notModified } from "./subjects/NotModified.ts"
import { objectives } from "./subjects/Objectives.ts"
import { planner } from "./subjects/Planner.ts"
import { principles } from "./subjects/Principles.ts"
import { replay } from "./subjects/Replay.ts"
import { streams } from "./subjects/Streams.ts"

/** In the order in which they are measured. */
export const subjects: ReadonlyArray<Subject> = [
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
