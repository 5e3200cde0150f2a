import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Workspace } from "./Workspace.ts"

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

/** Of who is signed in; for what is shown to nobody else. */
export const useWorkspace = (): Workspace => useContext(WorkspaceContext)!

/** What a feature keeps in the workspace. */
export const useOwn = <A>(make: (workspace: Workspace) => A): A => useWorkspace().own(make)
