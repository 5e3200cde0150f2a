import { hasNewPage } from "../session/PageVersion.ts"
import * as texts from "../texts/SharedTexts.ts"

/** Says that the server has a newer page, once it has, and offers to load it. Drafts are stored and come back. */
export const NewVersion = () =>
  hasNewPage.value && (
    <p class="notice" role="alert">
      {texts.common.newVersion}
      <button type="button" class="small" onClick={() => location.reload()}>
        {texts.common.reload}
      </button>
    </p>
  )
