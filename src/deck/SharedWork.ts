import { Effect, Fiber, type Scope } from "effect"

interface Job<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  askers: number
}

export type SharedWork<A, E> = (key: string, work: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Concurrent callers with the same key share the work of the first. It is interrupted when the last caller leaves, or when
 * the scope closes.
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
        // Removed before the interruption, so that later callers start new work.
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
