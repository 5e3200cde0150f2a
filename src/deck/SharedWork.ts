import { Effect, Fiber, type Scope } from "effect"

interface Job<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  askers: number
}

export type SharedWork<A, E> = (key: string, work: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Who asks for the same key at the same time shares the work of the first. It goes on as long as anybody waits for it,
 * is interrupted when the last one leaves, and at the latest when the scope closes.
 */
export const make = <A, E>(): Effect.Effect<SharedWork<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const jobs = new Map<string, Job<A, E>>()

    const join = (key: string, work: Effect.Effect<A, E>) =>
      Effect.suspend(() => {
        const known = jobs.get(key)
        if (known !== undefined) {
          known.askers += 1
          return Effect.succeed(known)
        }
        return Effect.map(Effect.forkIn(work, scope), (fiber) => {
          const job = { fiber, askers: 1 }
          jobs.set(key, job)
          return job
        })
      })

    const leave = (key: string, job: Job<A, E>) =>
      Effect.suspend(() => {
        job.askers -= 1
        if (job.askers > 0) return Effect.void
        // First out of the way: who asks from now on begins anew.
        jobs.delete(key)
        return Fiber.interrupt(job.fiber)
      })

    return (key, work) =>
      Effect.acquireUseRelease(
        join(key, work),
        ({ fiber }) => Fiber.join(fiber),
        (job) => leave(key, job)
      )
  })
