import type { Theme } from "../Plan.ts"
import { schemeSlots } from "../render/SchemeColors.ts"
import { escape } from "./XmlText.ts"

const slots: Readonly<Record<string, string | null>> = schemeSlots

/** What slides call `tx1` is `dk1` in the theme. */
const slotNames: Readonly<Record<string, string>> = { tx1: "dk1", bg1: "lt1", tx2: "dk2", bg2: "lt2" }

/** The format wants them in this order. */
const order = ["dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]

const colorScheme = ({ colors }: Theme): string => {
  const bySlot = new Map<string, string>()
  for (const [color, rgb] of Object.entries(colors)) {
    const slot = slots[color]
    if (slot != null) bySlot.set(slotNames[slot] ?? slot, rgb)
  }
  const entry = (name: string, rgb: string): string => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`
  return [
    '<a:clrScheme name="Team">',
    ...order.map((name) => entry(name, bySlot.get(name) ?? colors.ink)),
    entry("hlink", colors.teamText),
    entry("folHlink", colors.muted),
    "</a:clrScheme>"
  ].join("")
}

/** The plan's colours and font in a theme part, so that what people add to the deck looks like it. */
export const finishTheme = (xml: string, theme: Theme): string => {
  const font = `<a:latin typeface="${escape(theme.font)}"/>`
  return xml
    .replace(/<a:clrScheme .*?<\/a:clrScheme>/s, () => colorScheme(theme))
    .replace(/(<a:(?:major|minor)Font>)<a:latin [^>]*\/>/g, (_, start: string) => start + font)
    .replace(/<a:fontScheme name="[^"]*"/, '<a:fontScheme name="Team"')
    .replace(/(<a:theme [^>]*?name=")[^"]*/, "$1Team")
    .replace(/<a:extLst>.*?<\/a:extLst>(?=<\/a:theme>)/s, "")
}
