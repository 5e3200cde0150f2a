/** An encoded change, with its place in the log. */
export interface Frame {
  readonly sequenceNumber: number
  readonly bytes: Uint8Array
}

export interface Chunk {
  readonly bytes: Uint8Array
  /** Where the next chunk begins. */
  readonly next: number
}

/** A frame with the bytes of all before it since the ring was made; negative for frames put in front. */
interface Placed extends Frame {
  readonly offset: number
}

/** Clients that keep up ask for the same few. */
const keptChunks = 64

/**
 * The newest frames, for clients that are positions in it. A position counts frames since the ring was made, and stays
 * the same while frames come at the end, go at the beginning or are put in front.
 */
export class Ring {
  readonly #capacity: number
  readonly #chunkSize: number
  #frames: Array<Placed> = []
  /** Frames at the beginning of the array that were let go; cleared away now and then. */
  #gone = 0
  /** Position of the first frame in the array. */
  #base = 0
  #coveredFrom: number
  #head: number
  #chunks = new Map<number, Chunk>()

  /** Of up to `capacity` frames, empty after `head`; chunks end with the frame that takes them past `chunkSize` bytes. */
  constructor(head: number, options: { readonly capacity: number; readonly chunkSize: number }) {
    this.#capacity = options.capacity
    this.#chunkSize = options.chunkSize
    this.#coveredFrom = head
    this.#head = head
  }

  /** The ring has every frame after this sequence number. */
  get coveredFrom(): number {
    return this.#coveredFrom
  }

  /** The last sequence number taken into account, whether or not it has a frame. */
  get head(): number {
    return this.#head
  }

  /** The position after the last frame. */
  get end(): number {
    return this.#base + this.#frames.length
  }

  get size(): number {
    return this.#frames.length - this.#gone
  }

  /** Adds frames with ascending sequence numbers after the head; `head` is the new one. */
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

  /** Puts in front the frames after `from` up to where the ring began, which is `coveredFrom`. */
  prepend(frames: ReadonlyArray<Frame>, from: number): void {
    let offset = this.#offsetOf(this.#base + this.#gone)
    const placed: Array<Placed> = []
    for (const { sequenceNumber, bytes } of frames.toReversed()) {
      offset -= bytes.length
      placed.push({ sequenceNumber, bytes, offset })
    }
    this.#base += this.#gone - placed.length
    this.#frames = [...placed.reverse(), ...this.#frames.slice(this.#gone)]
    this.#gone = 0
    this.#coveredFrom = from
    this.#trim()
  }

  /** Forgets all frames: from now on the ring covers what comes after `head`. */
  clear(head: number): void {
    this.#base = this.end
    this.#frames = []
    this.#gone = 0
    this.#chunks.clear()
    this.#coveredFrom = head
    this.#head = head
  }

  /** The position of the first frame after a sequence number that is covered. */
  positionAfter(sequenceNumber: number): number {
    let low = this.#gone
    let high = this.#frames.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#frames[middle]?.sequenceNumber ?? 0) > sequenceNumber) high = middle
      else low = middle + 1
    }
    return this.#base + low
  }

  /** Whether nothing after a position was let go. */
  holds(position: number): boolean {
    return position >= this.#base + this.#gone
  }

  /** Bytes from a position to the end. */
  bytesFrom(position: number): number {
    return this.#offsetOf(this.end) - this.#offsetOf(position)
  }

  /**
   * What follows a position: one object for all who ask from there until something is added. None at the end, and from a
   * position that was let go.
   */
  chunk(position: number): Chunk | undefined {
    const known = this.#chunks.get(position)
    if (known !== undefined) return known
    const first = position - this.#base
    if (first < this.#gone || first >= this.#frames.length) return undefined
    let last = first
    let size = 0
    while (last < this.#frames.length && size < this.#chunkSize) {
      size += this.#frames[last]?.bytes.length ?? 0
      last += 1
    }
    const parts = this.#frames.slice(first, last).map(({ bytes }) => bytes)
    const [only = new Uint8Array()] = parts
    const chunk = { bytes: parts.length === 1 ? only : Buffer.concat(parts, size), next: this.#base + last }
    if (this.#chunks.size >= keptChunks) this.#chunks.clear()
    this.#chunks.set(position, chunk)
    return chunk
  }

  #offsetOf(position: number): number {
    const at = this.#frames[position - this.#base]
    if (at !== undefined) return at.offset
    const last = this.#frames.at(-1)
    return last === undefined ? 0 : last.offset + last.bytes.length
  }

  #trim(): void {
    while (this.size > this.#capacity) {
      this.#coveredFrom = this.#frames[this.#gone]?.sequenceNumber ?? this.#coveredFrom
      this.#gone += 1
    }
    if (this.#gone <= this.#capacity) return
    this.#frames.splice(0, this.#gone)
    this.#base += this.#gone
    this.#gone = 0
  }
}
