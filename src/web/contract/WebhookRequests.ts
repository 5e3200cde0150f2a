import type { Api, WebhookSettings } from "./PageApi.ts"

/** The requests of the page for webhooks. */
export const makeWebhookRequests = ({ call }: Pick<Api, "call">) => ({
  webhooks: () => call("GET /api/admin/webhooks"),
  /** The webhook's secret is in this answer and in no later one. */
  createWebhook: (body: WebhookSettings) => call("POST /api/admin/webhooks", { body }),
  updateWebhook: (webhookId: string, body: WebhookSettings) =>
    call("PUT /api/admin/webhooks/:webhookId", { params: { webhookId }, body }),
  deleteWebhook: (webhookId: string) => call("DELETE /api/admin/webhooks/:webhookId", { params: { webhookId } }),
  /** The latest attempts, newest first. */
  deliveries: (webhookId: string) => call("GET /api/admin/webhooks/:webhookId/deliveries", { params: { webhookId } }),
  /** One of them with what was sent and answered. */
  delivery: (webhookId: string, number: number) =>
    call("GET /api/admin/webhooks/:webhookId/deliveries/:number", { params: { webhookId, number } }),
  testWebhook: (webhookId: string) => call("POST /api/admin/webhooks/:webhookId/test", { params: { webhookId } }),
  /** The new secret is in this answer and in no later one. */
  rotateSecret: (webhookId: string) =>
    call("POST /api/admin/webhooks/:webhookId/rotate-secret", { params: { webhookId } }),
  skip: (webhookId: string, event: number) =>
    call("POST /api/admin/webhooks/:webhookId/skip", { params: { webhookId }, body: { event } }),
  resend: (webhookId: string, from: number) =>
    call("POST /api/admin/webhooks/:webhookId/resend", { params: { webhookId }, body: { from } })
})
