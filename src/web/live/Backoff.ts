/** Milliseconds before the next try, after so many that failed: ever longer, and by chance not with everybody else's. */
export const pauseAfter = (failures: number, pauses: ReadonlyArray<number>): number => {
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1))
  return (pauses[Math.min(failures, pauses.length - 1)] ?? 0) * (0.5 + chance / 255)
}
