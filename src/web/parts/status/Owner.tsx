import { Avatar } from "./Avatar.tsx"

/** Initials and name of who answers for something. */
export const OwnerName = ({ name }: { readonly name: string }) => (
  <>
    <Avatar name={name} />
    <span dir="auto">{name}</span>
  </>
)

/** Who answers for something, in one line; empty without an owner, so that it keeps its place. */
export const Owner = ({ name }: { readonly name: string }) => (
  <span class="owner" title={name}>
    {name !== "" && <OwnerName name={name} />}
  </span>
)
