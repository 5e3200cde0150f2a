/** An encoded change with its sequence number. */
export interface Frame {
  readonly sequenceNumber: number
  readonly bytes: Uint8Array
}

export interface Chunk {
  readonly bytes: Uint8Array
  /** The position of the next chunk. */
  readonly next: number
}

/** A frame with the total size of the frames before it since the ring was made; negative for prepended frames. */
interface FrameAtOffset extends Frame {
  readonly offset: number
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
  #frames: Array<FrameAtOffset> = []
  /** How many frames at the beginning of the array are dropped; they are removed from the array now and then. */
  #dropped = 0
  /** The position of the first frame in the array. */
  #firstPosition = 0
  #coveredFrom: number
  #head: number
  #chunks = new Map<number, Chunk>()

  /** An empty ring after `head` for `capacity` frames. A chunk ends with the frame that takes it to `chunkBytes`. */
  constructor(head: number, options: { readonly capacity: number; readonly chunkBytes: number }) {
    this.#capacity = options.capacity
    this.#chunkBytes = options.chunkBytes
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
    for (const { sequenceNumber, bytes } of frames) {
      this.#frames.push({ sequenceNumber, bytes, offset })
      offset += bytes.length
    }
    this.#head = head
    this.#chunks.clear()
    this.#trim()
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
   * The frames that follow a position, as one chunk. All clients at the position get the same object until frames are
   * added. Undefined at the end, and for a position whose frames were dropped.
   */
  chunk(position: number): Chunk | undefined {
    const known = this.#chunks.get(position)
    if (known !== undefined) return known
    const first = position - this.#firstPosition
    if (first < this.#dropped || first >= this.#frames.length) return undefined
    let last = first
    let size = 0
    while (last < this.#frames.length && size < this.#chunkBytes) {
      size += this.#frames[last]?.bytes.length ?? 0
      last += 1
    }
    const parts = this.#frames.slice(first, last).map(({ bytes }) => bytes)
    const [only = new Uint8Array()] = parts
    const chunk = { bytes: parts.length === 1 ? only : Buffer.concat(parts, size), next: this.#firstPosition + last }
    if (this.#chunks.size >= maxCachedChunks) this.#chunks.clear()
    this.#chunks.set(position, chunk)
    return chunk
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
