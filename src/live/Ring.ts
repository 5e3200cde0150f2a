/** An encoded change with its sequence number. */
export interface Frame {
  readonly sequenceNumber: number
  readonly bytes: Uint8Array
  /** The same with the change of the views, if that is known. */
  readonly withViews?: Uint8Array | undefined
}

interface Chunk {
  readonly bytes: Uint8Array
  /** The position of the next chunk. */
  readonly next: number
}

/** A frame with the total size of the frames before it since the ring was made; negative for prepended frames. */
interface FrameAtOffset extends Frame {
  readonly offset: number
  withViews?: Uint8Array | undefined
}

interface RingOptions {
  readonly capacity: number
  /** A chunk ends with the frame that takes it to this size. */
  readonly chunkBytes: number
  /** The bytes of frames with changes of views. Beyond this, the oldest ones are kept without. */
  readonly maxViewsBytes: number
}

/** Clients that keep up ask for the same few chunks. */
const maxCachedChunks = 64

/**
 * A ring buffer of the newest frames, in which each client has a position. A position counts frames since the ring was
 * made and stays valid while frames are appended, dropped or prepended.
 */
export class Ring {
  readonly #capacity: number
  readonly #chunkBytes: number
  readonly #maxViewsBytes: number
  #frames: Array<FrameAtOffset> = []
  /** How many frames at the beginning of the array are dropped; they are removed from the array now and then. */
  #dropped = 0
  /** The position of the first frame in the array. */
  #firstPosition = 0
  #coveredFrom: number
  #head: number
  /** By position, and whether they have changes of views. */
  readonly #chunks = new Map<number, Chunk>()
  /** The frames with changes of views, oldest first, some of which may have left the ring, and their bytes. */
  readonly #framesWithViews = new Set<FrameAtOffset>()
  #viewsBytes = 0

  /** An empty ring after `head` for `capacity` frames. */
  constructor(head: number, { capacity, chunkBytes, maxViewsBytes }: RingOptions) {
    this.#capacity = capacity
    this.#chunkBytes = chunkBytes
    this.#maxViewsBytes = maxViewsBytes
    this.#coveredFrom = head
    this.#head = head
  }

  /** The ring holds every frame after this sequence number. */
  get coveredFrom(): number {
    return this.#coveredFrom
  }

  /** The last sequence number that was added, whether or not it has a frame. */
  get head(): number {
    return this.#head
  }

  /** The position after the last frame. */
  get end(): number {
    return this.#firstPosition + this.#frames.length
  }

  get size(): number {
    return this.#frames.length - this.#dropped
  }

  /** Appends frames with ascending sequence numbers after the old head; `head` is the new one. */
  append(frames: ReadonlyArray<Frame>, head: number): void {
    let offset = this.#offsetOf(this.end)
    for (const { sequenceNumber, bytes, withViews } of frames) {
      const frame = { sequenceNumber, bytes, withViews, offset }
      this.#frames.push(frame)
      if (withViews !== undefined) this.#framesWithViews.add(frame)
      this.#viewsBytes += withViews?.length ?? 0
      offset += bytes.length
    }
    this.#head = head
    this.#chunks.clear()
    this.#trim()
    this.#trimViews()
  }

  /** Prepends the frames after `from` up to `coveredFrom`. */
  prepend(frames: ReadonlyArray<Frame>, from: number): void {
    let offset = this.#offsetOf(this.#firstPosition + this.#dropped)
    const placed: Array<FrameAtOffset> = []
    for (const { sequenceNumber, bytes } of frames.toReversed()) {
      offset -= bytes.length
      placed.push({ sequenceNumber, bytes, offset })
    }
    this.#firstPosition += this.#dropped - placed.length
    this.#frames = [...placed.reverse(), ...this.#frames.slice(this.#dropped)]
    this.#dropped = 0
    this.#coveredFrom = from
    this.#trim()
  }

  /** Drops all frames; from now on the ring covers what comes after `head`. */
  clear(head: number): void {
    this.#firstPosition = this.end
    this.#frames = []
    this.#dropped = 0
    this.#chunks.clear()
    this.#framesWithViews.clear()
    this.#viewsBytes = 0
    this.#coveredFrom = head
    this.#head = head
  }

  /** The position of the first frame after a sequence number that is covered. */
  positionAfter(sequenceNumber: number): number {
    let low = this.#dropped
    let high = this.#frames.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#frames[middle]?.sequenceNumber ?? 0) > sequenceNumber) high = middle
      else low = middle + 1
    }
    return this.#firstPosition + low
  }

  /** Whether no frame after a position was dropped. */
  holds(position: number): boolean {
    return position >= this.#firstPosition + this.#dropped
  }

  /** Bytes from a position to the end. */
  bytesFrom(position: number): number {
    return this.#offsetOf(this.end) - this.#offsetOf(position)
  }

  /**
   * The frames that follow a position, as one chunk, with how the views have changed where that is wanted and known. All
   * clients at the position get the same object until frames are added. Undefined at the end, and for a position whose frames
   * were dropped.
   */
  chunk(position: number, withViews = false): Chunk | undefined {
    const key = 2 * position + (withViews ? 1 : 0)
    const known = this.#chunks.get(key)
    if (known !== undefined) return known
    const first = position - this.#firstPosition
    if (first < this.#dropped || first >= this.#frames.length) return undefined
    const parts: Array<Uint8Array> = []
    let size = 0
    for (let at = first; at < this.#frames.length && size < this.#chunkBytes; at++) {
      const frame = this.#frames[at]
      if (frame === undefined) break
      const bytes = (withViews ? frame.withViews : undefined) ?? frame.bytes
      parts.push(bytes)
      size += bytes.length
    }
    const [only = new Uint8Array()] = parts
    const bytes = parts.length === 1 ? only : Buffer.concat(parts, size)
    const chunk = { bytes, next: position + parts.length }
    if (this.#chunks.size >= maxCachedChunks) this.#chunks.clear()
    this.#chunks.set(key, chunk)
    return chunk
  }

  #trimViews(): void {
    for (const frame of this.#framesWithViews) {
      if (this.#viewsBytes <= this.#maxViewsBytes) return
      this.#viewsBytes -= frame.withViews?.length ?? 0
      frame.withViews = undefined
      this.#framesWithViews.delete(frame)
    }
  }

  #offsetOf(position: number): number {
    const at = this.#frames[position - this.#firstPosition]
    if (at !== undefined) return at.offset
    const last = this.#frames.at(-1)
    return last === undefined ? 0 : last.offset + last.bytes.length
  }

  #trim(): void {
    while (this.size > this.#capacity) {
      this.#coveredFrom = this.#frames[this.#dropped]?.sequenceNumber ?? this.#coveredFrom
      this.#dropped += 1
    }
    if (this.#dropped <= this.#capacity) return
    this.#frames.splice(0, this.#dropped)
    this.#firstPosition += this.#dropped
    this.#dropped = 0
  }
}
