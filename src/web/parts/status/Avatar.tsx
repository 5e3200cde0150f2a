import { useLayoutEffect } from "preact/hooks"
import { hueOf } from "../../texts/values/Initials.ts"
import { makeShownInitials } from "../../workspace/ShownInitials.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"

/** The initials of a name in a colour of its own. Stands before the name, and adds no text to it. */
export const Avatar = ({ name }: { readonly name: string }) => {
  const initials = useFeatureState(makeShownInitials)
  useLayoutEffect(() => initials.remember(name), [name])
  return <span class="avatar" aria-hidden="true" data-initials={initials.of(name)} style={{ "--hue": hueOf(name) }} />
}
