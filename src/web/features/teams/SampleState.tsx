import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { makeSampleLoading } from "./SampleLoading.ts"
import * as texts from "./TeamTexts.ts"

/** The progress of loading the sample, with a button to continue after a failure. */
export const SampleState = () => {
  const sample = useFeatureState(makeSampleLoading)
  const progress = sample.progress.value
  if (progress === undefined) return null
  const { done, total, error } = progress
  return (
    <section class="sample-state" aria-label={texts.teams.sampleTitle}>
      <p>{texts.teams.sampleTitle}</p>
      <progress aria-label={texts.teams.sampleTitle} value={done} max={Math.max(total, 1)} />
      {error === "" ? (
        <p class="quiet">{texts.teams.sampleSteps(done, total)}</p>
      ) : (
        <p role="alert">
          {texts.teams.sampleStopped(done, total, error)}{" "}
          <button type="button" class="small" onClick={() => void sample.load()}>
            {texts.teams.sampleContinue}
          </button>
        </p>
      )}
    </section>
  )
}
