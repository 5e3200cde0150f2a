import type { Flash } from "../workspace/Flashes.ts"

/** Who made the change that shows itself. */
export const FlashBy = ({ flash }: { readonly flash: Flash }) => <span class="flash-by">{flash.actorName}</span>
