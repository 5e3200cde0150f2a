import { useOwn } from "../../workspace/UseWorkspace.ts"
import { makeSampleLoading } from "./SampleLoading.ts"
import { texts } from "./Texts.ts"

/** How far the sample is, and how to go on with it where it stopped. */
export const SampleState = () => {
  const sample = useOwn(makeSampleLoading)
  const progress = sample.progress.value
  if (progress === undefined) return null
  const { done, total, trouble } = progress
  return (
    <section class="sample-state" aria-label={texts.teams.sampleTitle}>
      <p>{texts.teams.sampleTitle}</p>
      <progress aria-label={texts.teams.sampleTitle} value={done} max={Math.max(total, 1)} />
      {trouble === "" ? (
        <p class="quiet">{texts.teams.sampleSteps(done, total)}</p>
      ) : (
        <p role="alert">
          {texts.teams.sampleStopped(done, total, trouble)}{" "}
          <button type="button" class="small" onClick={() => void sample.load()}>
            {texts.teams.sampleGoOn}
          </button>
        </p>
      )}
    </section>
  )
}
