import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Team } from "../../domain/state/State.ts"
import { type Depth, type DepthSizes, depths, titleCount, titlesJsonChunks } from "../../domain/views/Titles.ts"

/** A team's titles as JSON, at one depth. */
export interface Piece {
  readonly depth: Depth
  readonly text: string
  /** Infinite, with an empty text, when it is larger than all titles together may be. */
  readonly bytes: number
  readonly digest: string
}

export interface MeasuredTeam {
  /** With the comma between teams. */
  readonly sizes: DepthSizes
  /** The number of titles. */
  readonly count: number
  /** The one sent last: no more is kept than is sent, and another is encoded again. */
  piece: Piece | undefined
}

/** How many bytes are encoded in one turn of the event loop, unless a chunk is longer. */
const maxBytesAtOnce = 64 * 1024

/** The encoded titles of each team, made anew only when something in the team has changed. */
export const make = (maxBytes: number) => {
  const known = new WeakMap<Team, MeasuredTeam>()
  let unyielded = 0

  const yieldAfter = (bytes: number): Effect.Effect<void> => {
    unyielded += bytes
    if (unyielded < maxBytesAtOnce) return Effect.void
    unyielded = 0
    return Effect.yieldNow
  }

  const pieceOf = (depth: Depth, text: string, bytes: number): Piece => ({
    depth,
    text,
    bytes,
    digest: createHash("sha256").update(text).digest("base64url")
  })

  const encode = Effect.fnUntraced(function* (team: Team, depth: Depth) {
    const chunks: Array<string> = []
    let bytes = 0
    for (const chunk of titlesJsonChunks(team, depth)) {
      const length = Buffer.byteLength(chunk)
      chunks.push(chunk)
      bytes += length
      if (bytes > maxBytes) return pieceOf(depth, "", Number.POSITIVE_INFINITY)
      yield* yieldAfter(length)
    }
    return pieceOf(depth, chunks.join(""), bytes)
  })

  return {
    /** `isKept`: whether the piece with all titles is kept, because it is likely to be sent next. */
    measure: Effect.fnUntraced(function* (team: Team, isKept: boolean) {
      const before = known.get(team)
      if (before !== undefined) return before
      const sizes = { team: 0, objectives: 0, all: 0 }
      let piece: Piece | undefined
      for (const depth of depths) {
        piece = yield* encode(team, depth)
        sizes[depth] = piece.bytes + 1
      }
      const measured: MeasuredTeam = { sizes, count: titleCount(team), piece: isKept ? piece : undefined }
      known.set(team, measured)
      return measured
    }),

    pieceAt: Effect.fnUntraced(function* (team: Team, measured: MeasuredTeam, depth: Depth) {
      if (measured.piece?.depth === depth) return measured.piece
      const piece = yield* encode(team, depth)
      measured.piece = piece
      return piece
    })
  }
}
