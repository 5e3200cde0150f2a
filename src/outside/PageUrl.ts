import { Context } from "effect"

/** The address of the page with a slash at its end; null if it is not known: then nothing links to the page. */
export const PageUrl = Context.Reference<string | null>("strategy/outside/PageUrl", { defaultValue: () => null })
