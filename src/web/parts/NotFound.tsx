import { pathOf } from "../session/Route.ts"
import * as texts from "../texts/Texts.ts"
import { usePageTitle } from "./PageTitle.ts"

export const NotFound = () => {
  usePageTitle(texts.common.notFound)
  return (
    <section class="empty">
      <h1>{texts.common.notFound}</h1>
      <p>{texts.common.notFoundHint}</p>
      <p>
        <a href={pathOf.teams}>{texts.common.toTeams}</a>
      </p>
    </section>
  )
}
