import { render } from "preact"
import { watchLive } from "./live/Live.ts"
import { watchDeletions } from "./state/Deletions.ts"
import { hasUnsaved, watchDrafts } from "./state/Drafts.ts"
import { watchChanges } from "./state/Following.ts"
import { watchFocus } from "./state/KeepFocus.ts"
import { watchOrphans } from "./state/Orphans.ts"
import { watchNavigation } from "./state/Route.ts"
import { askWho, session } from "./state/Session.ts"
import { watchShortcuts } from "./state/Shortcuts.ts"
import { forgetOthers } from "./state/Team.ts"
import { watchTheme } from "./state/Theme.ts"
import { hasUnsent } from "./state/Unsent.ts"
import { App } from "./views/App.tsx"

watchTheme()
watchNavigation()
watchShortcuts()
watchFocus()
forgetOthers()
watchDrafts()
watchOrphans()
watchDeletions()
watchChanges()
watchLive()

addEventListener("beforeunload", (event) => {
  if (hasUnsaved() || hasUnsent()) event.preventDefault()
})

const root = document.getElementById("page")
if (root !== null) render(<App />, root)

/** A server that does not answer yet is asked again. */
const start = async (): Promise<void> => {
  await askWho()
  if (session.peek().state === "unknown") setTimeout(start, 1000)
}

void start()
