/** Lengths are in code points, after normalising and trimming. */
export const nameLength = 100
export const titleLength = 250
export const descriptionLength = 4096
export const unitLength = 20
export const noteLength = 1000

export const confidence = { minimum: 0, maximum: 10 } as const
/** Largest magnitude of a measure's numbers. */
export const magnitude = 1e15

export const teams = 500

export const perTeam = { principles: 50, objectives: 300 } as const

export const perObjective = { groups: 20, initiatives: 100, progress: 20, linkedPrinciples: 20 } as const

/** Latest check-ins a progress measure shows; older ones are in the log only. */
export const checkInsKept = 100
