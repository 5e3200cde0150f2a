/** Lengths are in code points, after normalising and trimming. */
export const nameLength = 100
export const titleLength = 250
export const descriptionLength = 4096
export const unitLength = 20
export const noteLength = 1000

export const confidence = { minimum: 0, maximum: 10 } as const
/** Of a user's name, and of a password that may be set. */
export const usernameLength = 50
export const passwordLength = { minimum: 8, maximum: 128 } as const

/** Largest magnitude of a measure's numbers. */
export const magnitude = 1e15

export const teams = 500

export const perTeam = { principles: 50, objectives: 300 } as const

export const perObjective = { groups: 20, initiatives: 100, progress: 20, linkedPrinciples: 20 } as const

/** What the log keeps of a rejected submission, and answers of one that an older version kept whole. */
export const rejection = {
  /** Of the data as JSON in UTF-8. */
  dataBytes: 2_048,
  /** Of each object in it. */
  keys: 30,
  keyLength: 60,
  listLength: 10,
  reasonLength: 500,
  descriptionLength: 250,
  /** Of the values before and after, and of the server's in a conflict. */
  valueLength: 250
} as const

/** Latest check-ins a progress measure shows; older ones are in the log only. */
export const checkInsKept = 100
