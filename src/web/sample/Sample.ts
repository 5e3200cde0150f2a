import { onboarding } from "./Onboarding.ts"
import { sampleName } from "./SampleTeam.ts"
import { type Surroundings, teamEvents } from "./TeamEvents.ts"

/** What the page loads when somebody asks for the sample: all of it at once. */
export const sampleEvents = <Id extends string>(around: Surroundings<Id>) =>
  teamEvents(onboarding, sampleName, around).events
