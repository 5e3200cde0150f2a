export * from "../../texts/Texts.ts"
export * as webhooks from "./WebhookTexts.ts"
