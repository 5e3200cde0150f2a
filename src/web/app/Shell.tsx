import type { ComponentChildren } from "preact"
import { ConnectionState } from "../parts/ConnectionState.tsx"
import { Icon } from "../parts/Icon.tsx"
import { lazy } from "../parts/Lazy.tsx"
import { Menu } from "../parts/Menu.tsx"
import { isSheetOpen } from "../parts/Shortcuts.ts"
import { pathOf, route } from "../session/Route.ts"
import { type Theme, theme } from "../session/Theme.ts"
import { failureText } from "../texts/FailureTexts.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { texts } from "./Texts.ts"

const ChangePassword = lazy(() => import("./ChangePassword.tsx").then((module) => module.ChangePassword))

const themes: ReadonlyArray<Theme> = ["system", "light", "dark"]

const Link = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ComponentChildren }) => (
  <a href={to} aria-current={isCurrent ? "page" : undefined}>
    {children}
  </a>
)

const Account = () => {
  const { panels, session, toasts } = useWorkspace()
  const signOut = async (): Promise<void> => {
    const answer = await session.signOut()
    if (!answer.ok && answer.failure.kind !== "signedOut") toasts.show(failureText(answer.failure), { tone: "bad" })
  }
  return (
    <Menu
      label={texts.shell.signedInAs(session.user.value?.username ?? "", session.user.value?.role ?? "")}
      class="account"
      items={[
        ...themes.map((name) => ({
          label: texts.shell.theme[name],
          checked: theme.value === name,
          onSelect: () => {
            theme.value = name
          }
        })),
        {
          label: texts.shell.keys,
          onSelect: () => {
            isSheetOpen.value = true
          }
        },
        {
          label: texts.shell.changePassword,
          onSelect: () => {
            panels.isPasswordOpen.value = true
          }
        },
        { label: texts.shell.signOut, onSelect: () => void signOut() }
      ]}
    >
      <Icon name="person" />
      <span class="word">{session.user.value?.username}</span>
    </Menu>
  )
}

/** The frame of every page: navigation, connection state and the menu of the account. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const { panels, session } = useWorkspace()
  const { page } = route.value
  return (
    <>
      <a class="skip" href="#content">
        {texts.common.skip}
      </a>
      <header class="bar">
        <a class="home" href={pathOf.teams} aria-label={texts.common.product}>
          <span class="mark" aria-hidden="true" />
          <span class="word">{texts.common.product}</span>
        </a>
        <nav aria-label={texts.shell.main}>
          <Link to={pathOf.overview} isCurrent={page === "overview"}>
            {texts.shell.overview}
          </Link>
          <Link to={pathOf.teams} isCurrent={page === "teams"}>
            {texts.shell.teams}
          </Link>
          {session.isAdmin.value && (
            <>
              <Link to={pathOf.log} isCurrent={page === "log"}>
                {texts.shell.log}
              </Link>
              <Link to={pathOf.users} isCurrent={page === "users" || page === "accountLog"}>
                {texts.shell.users}
              </Link>
            </>
          )}
        </nav>
        <ConnectionState />
        <Account />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {panels.isPasswordOpen.value && <ChangePassword onClose={() => (panels.isPasswordOpen.value = false)} />}
    </>
  )
}
