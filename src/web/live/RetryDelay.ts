/**
 * The delay before the next attempt after `failures` failed ones: the entry of `delaysMs`, multiplied by a random
 * factor from 0.5 to 1.5, so that clients do not retry all at once.
 */
export const retryDelayMs = (failures: number, delaysMs: ReadonlyArray<number>): number => {
  const [randomByte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return (delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0) * (0.5 + randomByte / 255)
}
