import { type Role, roles } from "../../../shared/Roles.ts"
import { type TokenScope, tokenDays, tokenNameLength } from "../../../shared/TokenScopes.ts"
import { type FieldErrors, FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { characterCount } from "../../parts/dialogs/NewPassword.ts"
import { FormField, SelectField } from "../../parts/fields/FormField.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { makeAccount, type TokenInput } from "./AccountState.ts"
import * as texts from "./AccountTexts.ts"

/** The scopes that give a role something, and the feeds'. */
const scopesFor = (role: Role): ReadonlyArray<TokenScope> => [
  ...(["read", "write", "admin"] as const).slice(0, roles.indexOf(role) + 1),
  "feed"
]

/** The errors the form can find by itself; the server checks again. */
const check = ({ name, days }: TokenInput): FieldErrors => {
  const length = characterCount(name.trim())
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0
  return {
    name: length === 0 ? texts.tokens.noName : length > tokenNameLength ? texts.tokens.tooLong : "",
    days: count < tokenDays.minimum || count > tokenDays.maximum ? texts.tokens.wrongDays : ""
  }
}

/** The dialog that creates a token, open while there is an input. */
export const CreateToken = () => {
  const { api, session } = useWorkspace()
  const { created, input, tokens } = useFeatureState(makeAccount)
  const settings = input.value
  if (settings === undefined) return null
  const change = (part: Partial<TokenInput>): void => {
    input.value = { ...settings, ...part }
  }
  const submit = async () => {
    const { name, scope, days } = settings
    const answer = await tokens.change(api.createToken({ name: name.trim(), scope, expiresInDays: Number(days) }))
    if (!answer.ok) return failureText(answer.failure)
    created.value = [answer.value, ...created.peek()]
    return ""
  }
  return (
    <FormDialog
      title={texts.tokens.createTitle}
      label={texts.tokens.create}
      check={() => check(settings)}
      submit={submit}
      onClose={() => (input.value = undefined)}
    >
      {(errors) => (
        <>
          <FormField
            label={texts.tokens.name}
            autofocus
            value={settings.name}
            hint={texts.tokens.nameHint}
            error={errors.name}
            onText={(name) => change({ name })}
          />
          <SelectField
            label={texts.tokens.scope}
            value={settings.scope}
            options={scopesFor(session.user.value?.role ?? "viewer").map((scope) => [
              scope,
              texts.tokens.scopes[scope]
            ])}
            hint={texts.tokens.scopeHints[settings.scope]}
            onChoose={(scope) => change({ scope: scope as TokenScope })}
          />
          <FormField
            label={texts.tokens.days}
            inputMode="numeric"
            value={settings.days}
            hint={texts.tokens.daysHint}
            error={errors.days}
            onText={(days) => change({ days })}
          />
        </>
      )}
    </FormDialog>
  )
}
