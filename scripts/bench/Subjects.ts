import type { Subject } from "./Subject.ts"
import { events } from "./subjects/Events.ts"
import { latency } from "./subjects/Latency.ts"
import { notModified } from "./subjects/NotModified.ts"
import { objectives } from "./subjects/Objectives.ts"
import { principles } from "./subjects/Principles.ts"

/** In the order in which they are measured. */
export const subjects: ReadonlyArray<Subject> = [events, latency, objectives, notModified, principles]
