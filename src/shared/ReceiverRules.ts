// The rules for a webhook's `url` and for `from`, the event to resend from. Each follows the field's name in a
// sentence.
export const maxUrlLength = 2_000

export const urlLengthRule = `must have 1 to ${maxUrlLength} characters`

export const httpsRule = "must begin with https://"

export const fromRule = "must be a sequence number of 1 or more"

/**
 * The rule that a URL breaks on any server. Which private addresses and `http:` URLs are allowed is each server's
 * setting.
 */
export const brokenUrlRule = (url: URL | null): string | undefined => {
  if (url === null) return "must be a URL such as https://example.org/hook"
  if (url.protocol !== "https:" && url.protocol !== "http:") return httpsRule
  return url.username === "" && url.password === "" ? undefined : "must not contain a username or password"
}
