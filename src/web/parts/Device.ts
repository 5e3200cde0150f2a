import * as texts from "../texts/SessionTexts.ts"

/** What a `User-Agent` says, the first that matches: Edge and Opera name Chrome too, and Chrome names Safari. */
const browsers: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"]
]

const systems: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"]
]

const nameIn = (all: typeof browsers, text: string): string | undefined =>
  all.find(([pattern]) => pattern.test(text))?.[1]

/** The browser and the system, as far as they are known; of a program the beginning of what it calls itself. */
export const deviceOf = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === "") return texts.unknownDevice
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)]
  if (browser === undefined) return system ?? userAgent.split(/[\s(]/, 1)[0] ?? userAgent
  return system === undefined ? browser : texts.on(browser, system)
}
