import { pageRoot } from "../../shared/PagePaths.ts"
import { type SignInFault, signInFaultParameter } from "../../shared/SignInFaults.ts"
import { withoutBasePath } from "../../url/ExternalUrl.ts"

/** In UTF-16 units. A longer address, which the page does not have, would not fit into a cookie. */
const maxLength = 1_500

/** Only its path, query and fragment are used. */
const anyOrigin = "http://page.invalid"

/**
 * Where to go after a sign-in: a path of the page without the base path, with query and fragment. Anything else, such as
 * another site's address, becomes the page's first view. `to` may have the base path.
 */
export const returnPath = (basePath: string, to: string): string => {
  if (to.length > maxLength || !to.startsWith("/") || !URL.canParse(to, anyOrigin)) return pageRoot
  const { origin, pathname, searchParams, hash } = new URL(to, anyOrigin)
  const path = withoutBasePath(basePath, pathname)
  if (origin !== anyOrigin || !path.startsWith(pageRoot)) return pageRoot
  searchParams.delete(signInFaultParameter)
  const found = path + (searchParams.size === 0 ? "" : `?${searchParams}`) + hash
  return found.length > maxLength ? pageRoot : found
}

/** The same path with a reason why nobody is signed in, which the page shows. */
export const withFault = (path: string, fault: SignInFault): string => {
  const { pathname, searchParams, hash } = new URL(path, anyOrigin)
  searchParams.set(signInFaultParameter, fault)
  return `${pathname}?${searchParams}${hash}`
}
