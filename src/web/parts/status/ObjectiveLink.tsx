import { pathOf, type Target } from "../../session/Route.ts"
import { useOpening } from "../Opening.ts"

interface Props extends Target {
  readonly title: string
  readonly class?: string
  /** The id of the link in the document. */
  readonly name?: string
  readonly tabIndex?: number | undefined
}

/** The title of an objective, which opens it; it says whether it is the open one. */
export const ObjectiveLink = ({ teamId, id, title, name, ...rest }: Props) => (
  <a
    {...rest}
    id={name}
    href={pathOf.objective(teamId, id)}
    dir="auto"
    aria-current={useOpening({ teamId, id }).isOpen || undefined}
  >
    {title}
  </a>
)
