import { Context } from "effect"

/** The address of the page with a slash at its end; null where it is not known, and nothing links to it. */
export const PageUrl = Context.Reference<string | null>("strategy/outside/PageUrl", { defaultValue: () => null })
