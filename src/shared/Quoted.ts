/** Descriptions cut names to this many code points. */
const maxQuotedLength = 60

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
const unprintable = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]/g

/** At most `maximum` code points: a longer text is cut and ends in `…`. No surrogate pair is cut in two. */
export const truncated = (text: string, maximum: number): string => {
  if (text.length <= maximum) return text
  // This many UTF-16 units hold the whole of a text that fits, and enough of any other.
  const characters = Array.from(text.slice(0, 2 * maximum + 1))
  return characters.length <= maximum
    ? text
    : `${characters
        .slice(0, maximum - 1)
        .join("")
        .trimEnd()}…`
}

/** Any text cut to `maximum` code points, on one line and without characters that a database or a terminal refuses. */
export const truncatedLine = (text: string, maximum: number): string =>
  truncated(
    text
      .slice(0, 2 * maximum + 2)
      .toWellFormed()
      .replaceAll(unprintable, " "),
    maximum
  )

/** A name as descriptions write it. */
export const quoted = (name: string): string => `'${truncatedLine(name, maxQuotedLength)}'`
