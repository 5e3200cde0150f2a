import { plan } from "./DeckPlanner.ts"
import type { DeckInput } from "./Input.ts"
import { finish } from "./package/Finish.ts"
import { render } from "./render/Render.ts"

/** A deck as a file: the same input makes the same bytes. */
export const make = async (input: DeckInput): Promise<Uint8Array> => {
  const planned = plan(input)
  return finish(await render(planned), planned)
}
