import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Workspace } from "./Workspace.ts"

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

/** The workspace of the signed-in user. Only for components below `WorkspaceContext.Provider`. */
export const useWorkspace = (): Workspace => useContext(WorkspaceContext)!

/** A feature's state in the workspace, see `Workspace.featureState`. */
export const useFeatureState = <A>(make: (workspace: Workspace) => A): A => useWorkspace().featureState(make)
