import { createHash } from "node:crypto"
import { Context, Effect, HashMap, Layer, Semaphore } from "effect"
import type { State, Team } from "../../domain/state/State.ts"
import { depthsWithin, titlesFrame } from "../../domain/views/Titles.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import * as ETag from "../pipeline/ETag.ts"
import * as TitlePieces from "./TitlePieces.ts"

/** The JSON of all titles in pieces, and the strong tag of the whole. */
export interface EncodedTitles {
  readonly etag: string
  readonly pieces: ReadonlyArray<string>
}

export interface TitlesOptions {
  readonly maxBytes: number
}

/** The encoded titles of the current state. */
export class Titles extends Context.Service<Titles, { readonly encoded: Effect.Effect<EncodedTitles> }>()(
  "strategy/http/Titles"
) {
  static readonly layerWith = ({ maxBytes }: TitlesOptions) =>
    Layer.effect(
      Titles,
      Effect.gen(function* () {
        const { state } = yield* Projector
        const { measure, pieceAt } = TitlePieces.make(maxBytes)
        const answers = new WeakMap<State["teams"], EncodedTitles>()

        /** The teams in order with their sizes. */
        const measureAll = Effect.fnUntraced(function* (teams: State["teams"]) {
          const all: Array<{ readonly team: Team; readonly measured: TitlePieces.MeasuredTeam }> = []
          let largest = 0
          for (const team of sortedTeams(HashMap.toValues(teams))) {
            const measured = yield* measure(team, largest < maxBytes)
            all.push({ team, measured })
            largest += measured.sizes.all
          }
          return all
        })

        const encodeAll = Effect.fnUntraced(function* (teams: State["teams"]) {
          const all = yield* measureAll(teams)
          const total = all.reduce((sum, { measured }) => sum + measured.count, 0)
          const [longest, after] = titlesFrame(false, total)
          const sizes = all.map(({ measured }) => measured.sizes)
          const chosen = depthsWithin(sizes, maxBytes - longest.length - after.length)
          const isComplete = chosen.every((depth) => depth === "all")
          const [before] = titlesFrame(isComplete, total)
          const digest = createHash("sha256").update(before)
          const pieces = [before]
          for (const [index, { team, measured }] of all.entries()) {
            const piece = yield* pieceAt(team, measured, chosen[index] ?? "team")
            digest.update(piece.digest)
            // Not joined: the text is shared with the cache.
            if (index > 0) pieces.push(",")
            pieces.push(piece.text)
          }
          return { etag: ETag.ofDigest(digest.digest("base64url")), pieces: [...pieces, after] }
        })

        // One at a time: otherwise each waiting request would encode the same.
        const semaphore = Semaphore.makeUnsafe(1)
        return Titles.of({
          encoded: Effect.gen(function* () {
            const { teams } = yield* state
            const kept = answers.get(teams)
            if (kept !== undefined) return kept
            const encoded = yield* encodeAll(teams)
            answers.set(teams, encoded)
            return encoded
          }).pipe(semaphore.withPermits(1))
        })
      })
    )

  static readonly layer = Titles.layerWith({ maxBytes: 8_000_000 })
}
