import { Effect, Metric } from "effect"
import { DeliveryOutcome } from "../domain/Webhook.ts"

const deliveries = (outcome: DeliveryOutcome) =>
  Metric.counter("strategy_webhook_deliveries_total", {
    description: "Attempts to deliver an event to a webhook, by what came of them",
    incremental: true,
    attributes: { outcome }
  })

/** Of the webhooks that this server delivers to. */
export const lag = Metric.gauge("strategy_webhook_lag_events", {
  description: "Events that the webhook which is furthest behind has not got yet, its filter aside"
})

/** All series exist from the start, at zero, so that rates include the first increment. */
export const make = Effect.map(Effect.context<never>(), (context) => {
  const counters = new Map(DeliveryOutcome.literals.map((outcome) => [outcome, deliveries(outcome)]))
  for (const counter of counters.values()) counter.updateUnsafe(0, context)
  return { attempted: (outcome: DeliveryOutcome) => counters.get(outcome)?.updateUnsafe(1, context) }
})
