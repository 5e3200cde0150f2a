import { render } from "preact"
import { App } from "./app/App.tsx"
import { send } from "./contract/Http.ts"
import { openStream } from "./live/Live.ts"
import { watchFocus } from "./parts/KeepFocus.ts"
import { watchShortcuts } from "./parts/Shortcuts.ts"
import { route, watchNavigation } from "./session/Route.ts"
import { makeSession } from "./session/Session.ts"
import { watchTheme } from "./session/Theme.ts"
import { currentWorkspace } from "./workspace/Current.ts"
import { browserAfter } from "./workspace/Lifetime.ts"
import { browserStorage } from "./workspace/PageStorage.ts"
import { makeWorkspace } from "./workspace/Workspace.ts"

watchTheme()
watchNavigation()
watchShortcuts()
watchFocus()

const newId = (): string => crypto.randomUUID()
const session = makeSession(send)
const stream = openStream(session.end)
const surroundings = {
  session,
  send,
  stream,
  storage: browserStorage(newId()),
  after: browserAfter,
  newId,
  shownTeam: () => {
    const here = route.peek()
    return here.page === "team" ? here.teamId : undefined
  }
}
const workspace = currentWorkspace(session, (userId) => makeWorkspace(userId, surroundings))

session.who.subscribe((who) => stream.ask(who === undefined ? "close" : "open"))

// A device that slept has a stream that does not know yet that it is dead.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && session.who.peek() !== undefined) workspace.peek()?.refreshAll()
})

// A page that goes takes nothing back any more.
addEventListener("pagehide", () => workspace.peek()?.deletions.flush())

addEventListener("beforeunload", (event) => {
  const open = workspace.peek()
  if (open !== undefined && (open.drafts.open.peek().length > 0 || open.unsent.hasAny())) event.preventDefault()
})

const root = document.getElementById("page")
if (root !== null) render(<App session={session} workspace={workspace} />, root)

/** A server that does not answer yet is asked again. */
const start = async (): Promise<void> => {
  await session.ask()
  if (session.now.peek().state === "unknown") setTimeout(start, 1000)
}

void start()
