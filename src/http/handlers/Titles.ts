import { Context, Effect, HashMap, Layer } from "effect"
import { titlesJsonChunks } from "../../domain/views/Titles.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import * as ViewCache from "./ViewCache.ts"

interface TitlesOptions {
  readonly maxBytes: number
}

/** The encoded titles of the current state. */
export class Titles extends Context.Service<Titles, { readonly encoded: Effect.Effect<ViewCache.EncodedView> }>()(
  "strategy/http/Titles"
) {
  static readonly layerWith = ({ maxBytes }: TitlesOptions) =>
    Layer.effect(
      Titles,
      Effect.map(Projector, ({ state }) => {
        const cache = ViewCache.make()
        return Titles.of({
          encoded: Effect.flatMap(state, ({ teams }) =>
            cache.inChunks(teams, "titles", () => titlesJsonChunks(sortedTeams(HashMap.toValues(teams)), maxBytes))
          )
        })
      })
    )

  static readonly layer = Titles.layerWith({ maxBytes: 8_000_000 })
}
