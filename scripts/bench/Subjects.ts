import type { Subject } from "./Subject.ts"
import { principles } from "./subjects/Principles.ts"

/** In the order in which they are measured. */
export const subjects: ReadonlyArray<Subject> = [principles]
