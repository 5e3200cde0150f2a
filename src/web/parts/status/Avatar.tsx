import { hueOf, initialsOf } from "../../texts/values/Initials.ts"

/** The initials of a name in a colour of its own. Stands before the name, and adds no text to it. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span class="avatar" aria-hidden="true" data-initials={initialsOf(name)} style={{ "--hue": hueOf(name) }} />
)
