import { type Signal, signal } from "@preact/signals"
import type { NewWebhookBody, WebhookBody } from "../../contract/PageApi.ts"
import { makeWebhookRequests } from "../../contract/WebhookRequests.ts"
import { type RefreshedList, refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** The input of an admin. A webhook without event types or teams gets those of all. */
export type WebhookInput = Pick<WebhookBody, "url"> & {
  /** Undefined for a webhook that is being added. */
  readonly hook: WebhookBody | undefined
  readonly description: string
  readonly eventTypes: ReadonlyArray<string>
  readonly teamIds: ReadonlyArray<string>
  readonly format: WebhookBody["format"]
  readonly digest: WebhookBody["digest"]
}

/** In order of their registration. The signals are kept in the workspace, so that they survive the end of a session. */
export interface Webhooks extends RefreshedList<WebhookBody> {
  /** The webhook being added or edited. */
  readonly input: Signal<WebhookInput | undefined>
  /** Added webhooks whose secret the admin does not have yet; it cannot be fetched again. */
  readonly added: Signal<ReadonlyArray<NewWebhookBody>>
}

/** The requests for webhooks, in this user's session. */
export const webhookRequests = ({ api }: Workspace) => makeWebhookRequests(api)

export const makeWebhooks = (workspace: Workspace): Webhooks => ({
  ...refreshedList(workspace.featureState(webhookRequests).webhooks),
  input: signal(undefined),
  added: signal([])
})

export const inputOf = (hook?: WebhookBody): WebhookInput => ({
  hook,
  url: hook?.url ?? "",
  description: hook?.description ?? "",
  eventTypes: hook?.eventTypes ?? [],
  teamIds: hook?.teamIds ?? [],
  format: hook?.format ?? "standard",
  digest: hook?.digest ?? null
})
