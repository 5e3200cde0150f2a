import { useEffect } from "preact/hooks"
import { serverToday } from "../texts/values/Clock.ts"
import { makeOverview, type Overview } from "../workspace/LiveOverview.ts"
import { useFeatureState } from "../workspace/UseWorkspace.ts"

/** The overview of all teams, kept up to date while the component is mounted. */
export const useOverview = (): Overview => {
  const overview = useFeatureState(makeOverview)
  // Followed anew, and so fetched, on the next day.
  const today = serverToday()
  useEffect(() => {
    const end = overview.follow()
    // After a device slept, its stream may be dead without an error so far.
    const refreshIfVisible = (): void => {
      if (document.visibilityState === "visible") overview.refresh()
    }
    document.addEventListener("visibilitychange", refreshIfVisible)
    return () => {
      document.removeEventListener("visibilitychange", refreshIfVisible)
      end()
    }
  }, [overview, today])
  return overview
}
