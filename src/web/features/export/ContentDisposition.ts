const decoded = (text: string): string => {
  // A decoder would reject a percent sign that is no escape.
  const isEncoded = /^(?:[^%]|%[0-9a-f]{2})*$/i.test(text)
  return isEncoded
    ? (new URLSearchParams(`name=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("name") ?? text)
    : text
}

/** The file name in a Content-Disposition header: `filename*` (RFC 6266), else `filename`, else `otherwise`. */
export const fileNameOf = (disposition: string, otherwise: string): string => {
  const [, extended] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition) ?? []
  if (extended !== undefined) return decoded(extended)
  const [, quoted] = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition) ?? []
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? otherwise
}
