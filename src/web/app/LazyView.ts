import type { ComponentType, FunctionComponent } from "preact"
import { lazy } from "../parts/Lazy.tsx"

type Views = typeof import("./Views.ts")

/** A component of the views, which are fetched when the first of them is rendered. */
export const lazyView = <P extends object>(of: (views: Views) => ComponentType<P>): FunctionComponent<P> =>
  lazy(() => import("./Views.ts").then(of))
