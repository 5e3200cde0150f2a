/** Lengths are in code points, after normalising and trimming. */
export const nameLength = 100
export const titleLength = 250
export const descriptionLength = 4096
export const unitLength = 20
export const noteLength = 1000
export const ownerLength = 100

export const confidence = { minimum: 0, maximum: 10 } as const
/** `passwordLength` applies to new passwords only. */
export const usernameLength = 50
/** How many people one request may invite. */
export const maxInvited = 100
export const displayNameLength = 100
export const passwordLength = { minimum: 8, maximum: 128 } as const

/** The largest absolute value of a measure's numbers. */
export const maxMagnitude = 1e15

export const teams = 500

export const perTeam = { principles: 50, objectives: 300 } as const

export const perObjective = { groups: 20, initiatives: 100, progress: 20, linkedPrinciples: 20 } as const

/** How many objectives a chain from the topmost one down has at most. */
export const objectiveLevels = 10

/** How much of a rejected submission the log stores. Rejections that older versions stored whole are cut when read. */
export const rejection = {
  /** The size of the data as JSON in UTF-8. */
  dataBytes: 2_048,
  /** The number of keys in each object of the data. */
  keys: 30,
  keyLength: 60,
  listLength: 10,
  reasonLength: 500,
  descriptionLength: 250,
  /** The length of the old and the new value, and of the server's value in a conflict. */
  valueLength: 250
} as const

/** How many of its latest check-ins a measure keeps. Older ones are in the log only. */
export const checkInsKept = 100
