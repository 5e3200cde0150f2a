import type { ComponentChildren } from "preact"
import { pathOf } from "../session/Route.ts"
import * as texts from "../texts/SharedTexts.ts"
import { usePageTitle } from "./PageTitle.ts"
import { Illustration } from "./status/Illustration.tsx"

interface Props {
  readonly title?: string
  /** Why, or what became of it. */
  readonly children?: ComponentChildren
}

/** Shown in place of a page that is not there, not for this user, or not in this window. */
export const NotFound = ({ title = texts.common.notFound, children = texts.common.notFoundHint }: Props) => {
  usePageTitle(title)
  return (
    <section class="empty">
      <Illustration />
      <h1>{title}</h1>
      <p class="quiet" role="status">
        {children}
      </p>
      <a class="button" href={pathOf.teams}>
        {texts.common.toTeams}
      </a>
    </section>
  )
}
