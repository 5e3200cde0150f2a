import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Conflict, Unavailable } from "../../api/Errors.ts"
import { SampleStrategy } from "../../sample/SampleStrategy.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"

const logInUse = new Conflict({
  message: "There is a strategy already. The sample can only be loaded into an empty log."
})

const sampleUnknown = new Unavailable({
  message:
    "The database did not answer while the sample was being written, so it may or may not be there. Check before you try again."
})

export const layer = HttpApiBuilder.group(
  Api,
  "sample",
  Effect.fn(function* (handlers) {
    const { load } = yield* SampleStrategy
    const { asUser } = yield* RequestSource.make
    return handlers.handleAll({
      load: () =>
        load.pipe(
          asUser,
          Effect.catchTags({
            LogInUse: () => Effect.fail(logInUse),
            SampleUnknown: ({ cause }) =>
              Effect.andThen(Effect.logWarning("The outcome of loading the sample is unknown.", cause), sampleUnknown),
            StorageError: unavailable
          })
        )
    })
  })
)
