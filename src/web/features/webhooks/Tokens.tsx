import type { ComponentChildren } from "preact"
import { useEffect, useId, useMemo } from "preact/hooks"
import type { UserTokenBody } from "../../contract/PageApi.ts"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { pathOf } from "../../session/Route.ts"
import { tabs } from "../../texts/AdminPages.ts"
import { refreshedList } from "../../workspace/live/RefreshedList.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./WebhookTexts.ts"

interface Props {
  readonly title: string
  readonly none: string
  readonly tokens: ReadonlyArray<UserTokenBody>
  readonly children: ComponentChildren
}

const Section = ({ title, none, tokens, children }: Props) => {
  const id = useId()
  return (
    <section class="webhook-tokens" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="quiet">{children}</p>
      {tokens.length === 0 && <p class="quiet">{none}</p>}
      <ul>
        {tokens.map(({ id, name, username, lastUsedAt }) => (
          <li key={id}>
            <strong>{name}</strong> <span class="quiet small-text">{username}</span>{" "}
            <span class="quiet small-text">
              · {lastUsedAt === null ? texts.unused : <TimeAgo timestamp={lastUsedAt} text={texts.used} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Everybody's feeds and tokens with their last use, and where they are made and revoked. `isHeld`: not shown yet. */
export const Tokens = ({ isHeld }: { readonly isHeld: boolean }) => {
  const { api } = useWorkspace()
  const { list, refresh } = useMemo(() => refreshedList(api.allTokens), [])
  useEffect(() => void refresh(), [])
  const all = list.value
  if (all === undefined || isHeld) return null
  return (
    <>
      <Section title={texts.feeds} none={texts.noFeeds} tokens={all.filter(({ scope }) => scope === "feed")}>
        {texts.feedsHint} <a href={pathOf.account}>{texts.yourAccount}</a>.
      </Section>
      <Section title={texts.services} none={texts.noServices} tokens={all.filter(({ scope }) => scope !== "feed")}>
        {texts.servicesHint} <a href={pathOf.tokens}>{tabs.tokens}</a>.
      </Section>
    </>
  )
}
