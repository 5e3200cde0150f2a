import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly teamId: string
  readonly name: string
}

/** Pins a team to the user's home page, or takes it from there. */
export const PinButton = ({ teamId, name }: Props) => {
  const { pins } = useWorkspace()
  return (
    <button
      type="button"
      class="icon-button pin"
      aria-pressed={pins.teamIds.value.includes(teamId)}
      aria-label={texts.pins.pin(name)}
      title={texts.pins.pin(name)}
      onClick={() => pins.toggle(teamId)}
    >
      <Icon name="pin" />
    </button>
  )
}
