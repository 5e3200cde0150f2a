import type { ComponentChildren, FunctionComponent } from "preact"
import { pathOf } from "../session/Route.ts"
import * as texts from "../texts/SharedTexts.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { NotFound } from "./NotFound.tsx"
import { usePageTitle } from "./PageTitle.ts"

type AdminPageName = keyof typeof texts.adminPages.tabs

const pages = Object.keys(texts.adminPages.tabs) as ReadonlyArray<AdminPageName>

interface HeadProps {
  readonly current: AdminPageName
  readonly children: ComponentChildren
}

/** The header of the pages for admins, with links between them. */
export const AdminPageHeader = ({ current, children }: HeadProps) => {
  const title = texts.adminPages.tabs[current]
  usePageTitle(title)
  return (
    <header class="page-head">
      <h1>{title}</h1>
      {/* Before the links, which would stand elsewhere on each page. */}
      {children}
      <nav class="tabs" aria-label={texts.adminPages.pages}>
        {pages.map((page) => (
          <a key={page} href={pathOf[page]} aria-current={page === current ? "page" : undefined}>
            {texts.adminPages.tabs[page]}
          </a>
        ))}
      </nav>
    </header>
  )
}

/** Shows a page to admins, and to others a note that it is for admins. */
export const AdminOnly = ({ page: Page }: { readonly page: FunctionComponent }) =>
  useWorkspace().session.isAdmin.value ? (
    <Page />
  ) : (
    <NotFound title={texts.adminPages.adminsOnly}>{texts.adminPages.adminsOnlyHint}</NotFound>
  )
