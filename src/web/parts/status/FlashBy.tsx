import { nameOf } from "../../../shared/words/ActorName.ts"
import { actorText } from "../../texts/ActorText.ts"
import type { Flash } from "../../workspace/Flashes.ts"
import { Avatar } from "./Avatar.tsx"

/** The name of who made the highlighted change. */
export const FlashBy = ({ flash }: { readonly flash: Flash }) => (
  <span class="flash-by">
    <Avatar name={nameOf(flash.actor)} />
    <span>{actorText(flash.actor)}</span>
  </span>
)
