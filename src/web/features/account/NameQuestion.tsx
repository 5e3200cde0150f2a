import * as texts from "./AccountTexts.ts"
import { NameForm } from "./NameForm.tsx"

/** Asks somebody without a name, after the first sign-in, what others should call them. */
export const NameQuestion = ({ onClose }: { readonly onClose: () => void }) => (
  <aside aria-label={texts.account.question}>
    <NameForm label={texts.account.question}>
      <button type="button" class="button" onClick={onClose}>
        {texts.account.notNow}
      </button>
    </NameForm>
  </aside>
)
