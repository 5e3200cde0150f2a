import { onboarding } from "./Onboarding.ts"
import { sampleName } from "./SampleTeam.ts"
import { type EventInputs, teamEvents } from "./TeamEvents.ts"

/**
 * The events of the sample team; a module of its own, so that the page loads the sample only when it is wanted. Its name says what it
 * is: the log dates all of it to now.
 */
export const sampleEvents = <Id extends string>(inputs: EventInputs<Id>) =>
  teamEvents(onboarding, `${sampleName} (sample)`, inputs).events
