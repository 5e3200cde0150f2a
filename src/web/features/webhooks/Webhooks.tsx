import { useEffect } from "preact/hooks"
import { AdminOnly, AdminPageHeader } from "../../parts/AdminPage.tsx"
import { SecretNotice } from "../../parts/dialogs/SecretNotice.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Tokens } from "./Tokens.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookItem } from "./WebhookItem.tsx"
import { inputOf, makeWebhooks } from "./WebhookList.ts"
import * as texts from "./WebhookTexts.ts"

/** The time after which the shown state is fetched again. */
const refreshMs = 5_000

const WebhookPage = () => {
  const hooks = useFeatureState(makeWebhooks)
  const { lifetime, teams } = useWorkspace()
  const all = hooks.list.value
  const failure = hooks.failure.value
  useEffect(() => {
    void hooks.refresh()
    void teams.refresh()
  }, [])
  useEffect(() => lifetime.after(refreshMs, () => void hooks.refresh()), [all, failure])
  return (
    <div class="users webhook-page">
      <AdminPageHeader current="webhooks">
        <button type="button" class="primary" onClick={() => (hooks.input.value = inputOf())}>
          <Icon name="plus" />
          {texts.add}
        </button>
      </AdminPageHeader>
      <p class="quiet">{texts.hint}</p>
      {hooks.added.value.map((hook) => (
        <SecretNotice
          key={hook.secret}
          title={texts.secretOf(hook.url)}
          hint={texts.secretHint}
          secret={hook.secret}
          onDone={() => (hooks.added.value = hooks.added.value.filter((each) => each !== hook))}
        />
      ))}
      {all === undefined ? (
        <NotLoaded failure={failure} retry={() => void hooks.refresh()}>
          <p>{texts.notLoaded}</p>
        </NotLoaded>
      ) : (
        <ul class="webhooks">
          {all.map((hook) => (
            <WebhookItem key={hook.id} hook={hook} />
          ))}
        </ul>
      )}
      {all?.length === 0 && <p class="quiet">{texts.none}</p>}
      {/* What comes above them would move them. */}
      <Tokens isHeld={all === undefined && failure === undefined} />
      <WebhookForm />
    </div>
  )
}

/** The page with the webhooks, for admins. */
export const Webhooks = () => <AdminOnly page={WebhookPage} />
