import { useEffect, useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { CopyButton } from "../CopyButton.tsx"

interface Props {
  readonly title: string
  readonly hint: string
  readonly secret: string
  readonly onDone: () => void
}

/** Shows what cannot be fetched again. Not a dialog, because a click beside it must not close it. */
export const SecretNotice = ({ title, hint, secret, onDone }: Props) => {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} class="notice" tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <p>{hint}</p>
      <p class="code kept">{secret}</p>
      <p class="actions">
        <CopyButton text={secret} />
        <button type="button" class="small" onClick={onDone}>
          {texts.common.done}
        </button>
      </p>
    </section>
  )
}
