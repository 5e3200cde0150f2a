import type { Result } from "../contract/Result.ts"
import type { Lifetime } from "./Lifetime.ts"

/** As long as the server reads an earlier state, at six seconds each; twenty seconds while its database does not answer. */
const maxRepeats = 20

export interface RetryOptions {
  /** Whether the answer is still wanted before it is asked again. */
  readonly isWanted?: () => boolean
  /** Called before each pause. */
  readonly onPause?: () => void
}

/** Repeats a request while the server says that it may be repeated soon, as it does while it reads an earlier state. */
export const retryWhileBusy = async <A>(
  { sleep }: Pick<Lifetime, "sleep">,
  request: () => Promise<Result<A>>,
  { isWanted = () => true, onPause = () => {} }: RetryOptions = {}
): Promise<Result<A>> => {
  for (let repeats = 0; ; repeats++) {
    const answer = await request()
    const pauseSeconds = answer.ok || answer.failure.kind !== "unreachable" ? undefined : answer.failure.retryAfter
    if (pauseSeconds === undefined || repeats === maxRepeats || !isWanted()) return answer
    onPause()
    await sleep(pauseSeconds * 1000)
    if (!isWanted()) return answer
  }
}
