import type { Flash } from "../workspace/Flashes.ts"

/** The name of who made the highlighted change. */
export const FlashBy = ({ flash }: { readonly flash: Flash }) => <span class="flash-by">{flash.actorName}</span>
