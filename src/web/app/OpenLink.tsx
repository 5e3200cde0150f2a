import { useEffect } from "preact/hooks"
import { NotFound } from "../parts/NotFound.tsx"
import { linkIn, query } from "../session/Route.ts"
import * as texts from "./AppTexts.ts"

/** Opens the address of a link that the server led here. It stays in view where the browser saves a file. */
export const OpenLink = () => {
  const address = linkIn(query.value)
  useEffect(() => {
    if (address !== undefined) location.replace(address)
  }, [address])
  if (address === undefined) return <NotFound />
  return (
    <NotFound title={texts.openLink.title}>
      {texts.openLink.hint} <a href={address}>{texts.openLink.again}</a>
    </NotFound>
  )
}
