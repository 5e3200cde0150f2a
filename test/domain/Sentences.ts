import type { LoggedEvent, Touched } from "../../src/domain/Event.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import { effectIn, ownFactIn } from "../../src/domain/Fact.ts"
import type { State } from "../../src/domain/state/State.ts"
import { eventText } from "../../src/shared/words/Events.ts"
import { rejectionText } from "../../src/shared/words/Rejections.ts"

/** Why an event was rejected, in words. */
export const reasonOf = ({ rejection }: LoggedEvent): string | null => (rejection ? rejectionText(rejection) : null)

/** What an event did to a touched entity, or as such, in words. `before` is the state before it. */
export const sentenceOf = (before: State, event: LoggedEvent, touched: Touched | null = null): string =>
  eventText({
    ...event,
    fact: event.fact ?? ownFactIn(evolve(before, event).effects.touched),
    effect: effectIn(touched)
  })
