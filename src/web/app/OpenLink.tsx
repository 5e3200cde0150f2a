import { useEffect } from "preact/hooks"
import { NotFound } from "../parts/NotFound.tsx"
import { usePageTitle } from "../parts/PageTitle.ts"
import { Illustration } from "../parts/status/Illustration.tsx"
import { linkIn, query } from "../session/Route.ts"
import * as texts from "./AppTexts.ts"

/** Opens the address of a link that the server led here. It stays in view where the browser saves a file. */
const Opening = ({ address }: { readonly address: string }) => {
  usePageTitle(texts.openLink.title)
  useEffect(() => location.replace(address), [address])
  return (
    <section class="empty">
      <Illustration />
      <h1>{texts.openLink.title}</h1>
      <p class="quiet" role="status">
        {texts.openLink.hint}
      </p>
      <a class="button" href={address}>
        {texts.openLink.again}
      </a>
    </section>
  )
}

export const OpenLink = () => {
  const address = linkIn(query.value)
  return address === undefined ? <NotFound /> : <Opening address={address} />
}
