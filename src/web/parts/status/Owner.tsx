import { Avatar } from "./Avatar.tsx"

/** Who answers for something: initials and name in one line; empty without an owner, so that it keeps its place. */
export const Owner = ({ name }: { readonly name: string }) => (
  <span class="owner" title={name}>
    {name !== "" && <Avatar name={name} />}
    <span dir="auto">{name}</span>
  </span>
)
