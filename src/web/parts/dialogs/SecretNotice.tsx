import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import { CopyButton } from "../CopyButton.tsx"

interface Props {
  readonly title: string
  readonly hint: string
  readonly secret: string
  /** What the button that copies says. */
  readonly copy?: string
  /** Shown in place of the secret. */
  readonly children?: ComponentChildren
  readonly onDone: () => void
}

/** Shows what cannot be fetched again. Not a dialog, because a click beside it must not close it. */
export const SecretNotice = ({ title, hint, secret, copy, onDone, children }: Props) => {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} class="notice" tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <p>{hint}</p>
      {children || <p class="code kept">{secret}</p>}
      <p class="actions">
        <CopyButton text={secret} {...(copy !== undefined && { label: copy })} />
        <button type="button" class="small" onClick={onDone}>
          {texts.common.done}
        </button>
      </p>
    </section>
  )
}
