import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { usePageTitle } from "../parts/PageTitle.ts"
import type { Session } from "../session/PageSession.ts"
import * as texts from "./AppTexts.ts"

interface Props {
  readonly session: Session
  readonly title: string
  readonly children: ComponentChildren
}

/** A page for those who are not signed in yet. */
export const EntryPage = ({ session, title, children }: Props) => {
  usePageTitle(title)
  // Until the form is there; else keys would be taken for the rest of a text whose field went away with the page before.
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => section.current?.focus(), [])
  return (
    <main class="sign-in" id="content">
      <section ref={section} tabIndex={-1}>
        <p class="home">
          <span class="mark" aria-hidden="true" />
          {session.companyName.value || texts.common.product}
        </p>
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  )
}
