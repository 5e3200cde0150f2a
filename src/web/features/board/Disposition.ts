const decoded = (text: string): string => {
  // A percent sign that stands for itself is what a decoder would refuse.
  const isEncoded = /^(?:[^%]|%[0-9a-f]{2})*$/i.test(text)
  return isEncoded
    ? (new URLSearchParams(`name=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("name") ?? text)
    : text
}

/** The file's name in a Content-Disposition header: the one in any letters (RFC 6266) before the plain one. */
export const fileNameOf = (disposition: string, otherwise: string): string => {
  const [, extended] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition) ?? []
  if (extended !== undefined) return decoded(extended)
  const [, quoted] = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition) ?? []
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? otherwise
}
