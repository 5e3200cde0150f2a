import { useEffect } from "preact/hooks"
import { onNextDay } from "../texts/values/Clock.ts"
import { makeOverview, type Overview } from "../workspace/LiveOverview.ts"
import { useFeatureState } from "../workspace/UseWorkspace.ts"

/** The overview of all teams, kept up to date while the component is mounted. */
export const useOverview = (): Overview => {
  const overview = useFeatureState(makeOverview)
  useEffect(() => {
    const ends = [overview.follow(), onNextDay(overview.refresh)]
    // After a device slept, its stream may be dead without an error so far.
    const refreshIfVisible = (): void => {
      if (document.visibilityState === "visible") overview.refresh()
    }
    document.addEventListener("visibilitychange", refreshIfVisible)
    return () => {
      document.removeEventListener("visibilitychange", refreshIfVisible)
      for (const end of ends) end()
    }
  }, [overview])
  return overview
}
