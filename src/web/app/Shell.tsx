import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useLayoutEffect } from "preact/hooks"
import { copyLink, copyLinkKey } from "../parts/CopyText.ts"
import { Menu } from "../parts/dialogs/Menu.tsx"
import { isSheetOpen, useShortcut } from "../parts/keys/Shortcuts.ts"
import { NewVersion } from "../parts/NewVersion.tsx"
import { Avatar } from "../parts/status/Avatar.tsx"
import { ConnectionState } from "../parts/status/ConnectionState.tsx"
import { Icon } from "../parts/status/Icon.tsx"
import { type Theme, theme } from "../session/PageTheme.ts"
import { moment, navigate, pathOf, query, route, teamIn } from "../session/Route.ts"
import { failureText } from "../texts/FailureTexts.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import * as texts from "./AppTexts.ts"
import { useFavicon } from "./Favicon.ts"
import { lazyView } from "./LazyView.tsx"
import { useTypedWhileLoading } from "./TypedWhileLoading.ts"

const ChangePassword = lazyView((views) => views.ChangePassword)

const NameQuestion = lazyView((views) => views.NameQuestion)

const FindPalette = lazyView((views) => views.FindPalette)

const isApple = (): boolean => /Mac|iP/.test(navigator.platform)

const themes: ReadonlyArray<Theme> = ["system", "light", "dark"]

interface NavigationLinkProps {
  readonly to: string
  readonly isCurrent: boolean
  readonly text: string
}

const NavigationLink = ({ to, isCurrent, text }: NavigationLinkProps) => (
  <a href={to} aria-current={isCurrent ? "page" : undefined}>
    {text}
  </a>
)

const signOut = async ({ session, toasts }: Workspace): Promise<void> => {
  const answer = await session.signOut()
  const providerUrl = answer.ok ? answer.value.signOutUrl : undefined
  if (providerUrl !== undefined) location.assign(providerUrl)
  if (!answer.ok && answer.failure.kind !== "signedOut") toasts.show(failureText(answer.failure), { tone: "bad" })
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (isApple() ? metaKey : ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === "k"

/** The button that opens the palette. The palette's key does so too, even in a field, unless a dialog is open. */
const Find = () => {
  const workspace = useWorkspace()
  const { isFindOpen } = workspace.panels
  const typed = useTypedWhileLoading(".bar .starting", () => {
    isFindOpen.value = false
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      typed.current = ""
      isFindOpen.value = !isFindOpen.peek() && document.querySelector("dialog[open]") === null
    }
    document.addEventListener("keydown", onKeyDown, true)
    return () => document.removeEventListener("keydown", onKeyDown, true)
  }, [])
  return (
    <>
      <button
        type="button"
        class="find-button"
        aria-keyshortcuts={isApple() ? "Meta+K" : "Control+K"}
        aria-haspopup="dialog"
        onClick={() => {
          typed.current = ""
          isFindOpen.value = true
        }}
      >
        <Icon name="search" />
        <span>{texts.shell.find}</span>
        <kbd>{isApple() ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {isFindOpen.value && <FindPalette typed={typed} signOut={() => void signOut(workspace)} />}
    </>
  )
}

/** Whether what is shown can be changed. Reads signals. */
const mayUndo = ({ session }: Workspace): boolean => session.canEdit.value && moment.value === ""

const Account = () => {
  const workspace = useWorkspace()
  const { session, undo } = workspace
  const name = session.user.value?.displayName ?? session.user.value?.username ?? ""
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
        // A phone has no keys to press, those of undo neither.
        ...(matchMedia("(any-pointer: fine)").matches
          ? [
              {
                label: texts.shell.keys,
                onSelect: () => {
                  isSheetOpen.value = true
                }
              }
            ]
          : mayUndo(workspace)
            ? [{ label: texts.undo.last, onSelect: () => void undo.undoLast() }]
            : []),
        ...(session.isAdmin.value ? [{ label: texts.shell.webhooks, onSelect: () => navigate(pathOf.webhooks) }] : []),
        { label: texts.shell.account, onSelect: () => navigate(pathOf.account) },
        { label: texts.shell.signOut, onSelect: () => void signOut(workspace) }
      ]}
    >
      <Avatar name={name} />
      <span class="word">{name}</span>
    </Menu>
  )
}

/** The frame of every page: navigation, connection state and the menu of the account. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const workspace = useWorkspace()
  const { panels, session, storage, undo, userId } = workspace
  const askedKey = `strategy.asked-name.${userId}`
  const isAsked = useSignal(storage.local.get(askedKey) !== undefined)
  const isNameless = session.hasEntered.value && session.user.value?.displayName === null && !isAsked.value
  useShortcut(copyLinkKey, () => {
    const named = document.activeElement?.closest<HTMLElement>("[data-address]")?.dataset.address
    void copyLink(workspace, named ?? `${location.pathname}${query.peek()}`)
  })
  useFavicon()
  const { page } = route.value
  const homeName = session.companyName.value || texts.common.product
  useShortcut(mayUndo(workspace) ? "mod+z" : undefined, () => void undo.undoLast())
  return (
    <>
      <a class="skip" href="#content">
        {texts.common.skip}
      </a>
      <header class="bar">
        <a class="home" href={pathOf.start} aria-label={homeName}>
          <span class="mark" aria-hidden="true" />
          <span class="word" dir="auto">
            {homeName}
          </span>
        </a>
        <nav aria-label={texts.shell.main}>
          <NavigationLink to={pathOf.home} isCurrent={page === "home"} text={texts.pins.home} />
          <NavigationLink
            to={pathOf.overview}
            isCurrent={page === "overview" || page === "tree"}
            text={texts.shell.overview}
          />
          <NavigationLink
            to={pathOf.teams}
            isCurrent={page === "teams" || teamIn(route.value) !== undefined}
            text={texts.shell.teams}
          />
          {session.canEdit.value && (
            <NavigationLink to={pathOf.log} isCurrent={page === "log"} text={texts.shell.log} />
          )}
          {session.isAdmin.value && (
            <NavigationLink
              to={pathOf.users}
              isCurrent={page === "users" || page === "tokens" || page === "accountLog" || page === "webhooks"}
              text={texts.shell.users}
            />
          )}
        </nav>
        <Find />
        <ConnectionState />
        <Account />
        <NewVersion />
      </header>
      {isNameless && (
        <NameQuestion
          onClose={() => {
            storage.local.put(askedKey, "1")
            isAsked.value = true
          }}
        />
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {panels.isPasswordOpen.value && <ChangePassword onClose={() => (panels.isPasswordOpen.value = false)} />}
    </>
  )
}
