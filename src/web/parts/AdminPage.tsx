import type { ComponentChildren, JSX } from "preact"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { pathOf } from "../../session/Route.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./Texts.ts"

interface HeadProps {
  readonly current: "users" | "accountLog"
  readonly children: ComponentChildren
}

/** The header of the pages about users, with links between them. */
export const UserPagesHeader = ({ current, children }: HeadProps) => {
  usePageTitle(texts.users.tabs[current])
  return (
    <header class="page-head">
      <h1>{texts.users.tabs[current]}</h1>
      <nav class="tabs" aria-label={texts.users.pages}>
        {(["users", "accountLog"] as const).map((page) => (
          <a key={page} href={pathOf[page]} aria-current={page === current ? "page" : undefined}>
            {texts.users.tabs[page]}
          </a>
        ))}
      </nav>
      {children}
    </header>
  )
}

/** Shows its children to admins, and to others a note that the page is for admins. */
export const AdminOnly = ({ children }: { readonly children: () => JSX.Element }) => {
  const { session } = useWorkspace()
  return session.isAdmin.value ? (
    children()
  ) : (
    <section class="empty">
      <h1>{texts.users.adminsOnly}</h1>
      <p class="quiet">{texts.users.adminsOnlyHint}</p>
      <p>
        <a href={pathOf.teams}>{texts.common.toTeams}</a>
      </p>
    </section>
  )
}
