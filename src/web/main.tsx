import { render } from "preact"
import { App } from "./app/App.tsx"
import { send } from "./contract/Http.ts"
import { openStream } from "./live/OpenStream.ts"
import { recoverLostFocus } from "./parts/keys/FocusRecovery.ts"
import { watchRowKeys } from "./parts/keys/RowKeys.ts"
import { watchShortcuts } from "./parts/keys/Shortcuts.ts"
import { newId } from "./session/NewId.ts"
import { makeSession } from "./session/PageSession.ts"
import { watchTheme } from "./session/PageTheme.ts"
import { checkForNewPage } from "./session/PageVersion.ts"
import { route, teamIn, watchNavigation } from "./session/Route.ts"
import { watchClock } from "./texts/values/Clock.ts"
import { currentWorkspace } from "./workspace/CurrentWorkspace.ts"
import { runAfterInBrowser } from "./workspace/Lifetime.ts"
import { browserStorage } from "./workspace/PageStorage.ts"
import { makeWorkspace } from "./workspace/Workspace.ts"

watchClock()
watchTheme()
watchNavigation()
watchRowKeys()
watchShortcuts()
recoverLostFocus()

const session = makeSession(send, isSecureContext && navigator.cookieEnabled)
// A user who has signed in since the stream's end stays signed in.
const stream = openStream(() => void session.refresh())
const environment = {
  session,
  send,
  stream,
  storage: browserStorage(newId()),
  after: runAfterInBrowser,
  newId,
  shownTeam: () => teamIn(route.peek())
}
const workspace = currentWorkspace(session, (userId) => makeWorkspace(userId, environment))

session.user.subscribe((user) => stream.request(user === undefined ? "close" : "open"))

let wasLost = false
stream.connection.subscribe((connection) => {
  if (connection === "waiting") wasLost = true
  if (connection !== "live" || !wasLost) return
  wasLost = false
  // The server may have been updated meanwhile.
  void checkForNewPage()
})

// After a device slept, its stream may be dead without an error so far.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && session.user.peek() !== undefined) workspace.peek()?.refreshAll()
})

addEventListener("beforeunload", (event) => {
  if (workspace.peek()?.outbox.hasUnsent()) event.preventDefault()
})

const root = document.getElementById("page")
if (root !== null) render(<App session={session} workspace={workspace} />, root)

/** Asks who is signed in until the server answers. */
const start = async (): Promise<void> => {
  await session.refresh()
  if (session.state.peek().kind === "unknown") setTimeout(start, 1000)
}

void start()
