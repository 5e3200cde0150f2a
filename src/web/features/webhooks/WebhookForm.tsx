import type { ComponentChildren } from "preact"
import { eventTypes } from "../../../shared/EventTypes.ts"
import { titleLength } from "../../../shared/Limits.ts"
import { brokenUrlRule, maxUrlLength, urlLengthRule } from "../../../shared/ReceiverRules.ts"
import type { NewWebhookBody, WebhookBody, WebhookSettings } from "../../contract/PageApi.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { characterCount } from "../../parts/dialogs/NewPassword.ts"
import { FormField, SelectField } from "../../parts/fields/FormField.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeWebhooks, type WebhookInput, webhookRequests } from "./WebhookList.ts"
import * as texts from "./WebhookTexts.ts"

interface ChoiceProps {
  readonly name: string
  readonly summary: string
  readonly options: ReadonlyArray<readonly [value: string, label: ComponentChildren]>
  readonly chosen: ReadonlyArray<string>
}

/** Checkboxes, folded up below a summary. */
const Choice = ({ name, summary, options, chosen }: ChoiceProps) => (
  <details class="webhook-choice">
    <summary>{summary}</summary>
    <div>
      {options.map(([value, label]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} /> {label}
        </label>
      ))}
    </div>
  </details>
)

/** In which form and how often it gets what changes. */
const Delivery = ({ input }: { readonly input: WebhookInput }) => {
  const hooks = useFeatureState(makeWebhooks)
  return (
    <>
      <SelectField
        label={texts.format}
        value={input.format}
        options={Object.entries(texts.formats)}
        onChoose={(format) => (hooks.input.value = { ...input, format: format as WebhookInput["format"] })}
      />
      <SelectField
        label={texts.rhythm}
        value={input.digest ?? "each"}
        options={Object.entries(texts.rhythms)}
        onChoose={(rhythm) => (hooks.input.value = { ...input, digest: rhythm === "weekly" ? rhythm : null })}
      />
    </>
  )
}

/** The errors that the form can find by itself, in the server's words. */
const errorsOf = ({ url, description }: WebhookInput) => {
  const length = url.trim().length
  const urlRule = length === 0 || length > maxUrlLength ? urlLengthRule : brokenUrlRule(URL.parse(url))
  const isTooLong = characterCount(description.trim()) > titleLength
  return {
    url: urlRule === undefined ? "" : texts.rule(texts.url, urlRule),
    description: isTooLong ? texts.rule("description", `must have at most ${titleLength} characters`) : ""
  }
}

const orAll = (chosen: ReadonlyArray<string>) => (chosen.length === 0 ? null : chosen)

const settingsOf = ({ hook, url, description, eventTypes, teamIds, format, digest }: WebhookInput) =>
  ({
    url: url.trim(),
    description,
    eventTypes: orAll(eventTypes),
    teamIds: orAll(teamIds),
    enabled: hook?.enabled ?? true,
    format,
    digest
  }) as WebhookSettings

/** The dialog that adds or changes a webhook, open while there is an input. */
export const WebhookForm = () => {
  const { teams, toasts } = useWorkspace()
  const api = useFeatureState(webhookRequests)
  const hooks = useFeatureState(makeWebhooks)
  const close = (): void => {
    hooks.input.value = undefined
  }
  /** Returns why it was not saved, or an empty text. */
  const save = async (input: WebhookInput): Promise<string> => {
    const { hook } = input
    const body = settingsOf(input)
    const answer = await hooks.change<WebhookBody | NewWebhookBody>(
      hook === undefined ? api.createWebhook(body) : api.updateWebhook(hook.id, body)
    )
    if (!answer.ok) return failureText(answer.failure)
    if ("secret" in answer.value) hooks.added.value = [answer.value, ...hooks.added.peek()]
    else toasts.show(texts.saved)
    return ""
  }
  const input = hooks.input.value
  if (input === undefined) return null
  const teamIds = new Set<string>([...(teams.list.value ?? []).map(({ id }) => id), ...input.teamIds])
  const allTeams = [...teamIds].map((id) => [id, teams.nameOf(id) ?? texts.deletedTeam] as const)
  return (
    <FormDialog
      title={input.hook === undefined ? texts.add : texts.edit}
      label={texts.common.save}
      check={() => errorsOf(input)}
      submit={() => save(input)}
      onClose={close}
      onInput={({ currentTarget }) => {
        const entered = new FormData(currentTarget)
        hooks.input.value = {
          ...input,
          url: String(entered.get("url")),
          description: String(entered.get("description")),
          eventTypes: input.digest === null ? entered.getAll("eventType").map(String) : input.eventTypes,
          teamIds: entered.getAll("team").map(String)
        }
      }}
    >
      {(errors) => (
        <>
          <FormField
            label={texts.url}
            name="url"
            class="code"
            autofocus
            autocapitalize="none"
            spellcheck={false}
            value={input.url}
            hint={texts.urlHint}
            error={errors.url}
          />
          <FormField
            label={texts.description}
            name="description"
            value={input.description}
            error={errors.description}
          />
          <Delivery input={input} />
          {input.digest === null && (
            <Choice
              name="eventType"
              summary={texts.eventTypesChosen(input.eventTypes.length)}
              options={eventTypes.map((type) => [type, <code key={type}>{type}</code>])}
              chosen={input.eventTypes}
            />
          )}
          <Choice
            name="team"
            summary={texts.teamsChosen(input.teamIds.length, allTeams.length)}
            options={allTeams}
            chosen={input.teamIds}
          />
        </>
      )}
    </FormDialog>
  )
}
