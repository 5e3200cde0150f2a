import { Effect, Metric } from "effect"
import { DeliveryOutcome } from "../domain/Webhook.ts"

const deliveries = (outcome: DeliveryOutcome) =>
  Metric.counter("strategy_webhook_deliveries_total", {
    description: "Attempts to deliver an event to a webhook, by outcome",
    incremental: true,
    attributes: { outcome }
  })

/** Counts only the webhooks that this server delivers to. */
export const lag = Metric.gauge("strategy_webhook_lag_events", {
  description:
    "Events after the position of the webhook that is furthest behind, including those that its filter leaves out"
})

/** All series exist from the start, at zero, so that rates include the first increment. */
export const make = Effect.map(Effect.context<never>(), (context) => {
  const counters = new Map(DeliveryOutcome.literals.map((outcome) => [outcome, deliveries(outcome)]))
  for (const counter of counters.values()) counter.updateUnsafe(0, context)
  return { attempted: (outcome: DeliveryOutcome) => counters.get(outcome)?.updateUnsafe(1, context) }
})
