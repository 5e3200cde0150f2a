/** Where a client was: the `id` of the last frame it has seen. */
export interface Place {
  readonly epoch: string
  readonly sequenceNumber: number
}

const pattern = /^([0-9A-Za-z-]{1,64})\.(0|[1-9][0-9]{0,15})$/

/** `<epoch>.<sequence>`; undefined for anything else. */
export const placeOf = (lastEventId: string): Place | undefined => {
  const [, epoch, digits] = pattern.exec(lastEventId) ?? []
  return epoch === undefined || digits === undefined ? undefined : { epoch, sequenceNumber: Number(digits) }
}
