import { plan } from "./DeckPlanner.ts"
import type { MadeDeck } from "./DeckProtocol.ts"
import type { AnyInput } from "./Input.ts"
import { finish } from "./package/Finish.ts"
import { render } from "./render/Render.ts"

/** A deck as a file: the same input makes the same bytes. */
export const make = async (input: AnyInput): Promise<MadeDeck> => {
  const planned = plan(input)
  return { bytes: await finish(await render(planned), planned), slides: planned.slides.length }
}
