/** Colours as `RRGGBB`, their relative luminance and contrast as WCAG 2.2 defines them. */

type Channels = readonly [red: number, green: number, blue: number]

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

const gamma = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

const channelAt = (color: string, index: number): number =>
  linear(Number.parseInt(color.slice(2 * index, 2 * index + 2), 16) / 255)

/** Linear light, each 0 to 1. */
export const channelsOf = (color: string): Channels => [channelAt(color, 0), channelAt(color, 1), channelAt(color, 2)]

/** 0 for black to 1 for white. */
const luminance = (color: string): number => {
  const [red, green, blue] = channelsOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The flare that WCAG adds to both luminances. */
const flare = 0.05

/** 1 for equal luminance to 21 for black and white. */
export const contrast = (one: string, other: string): number => {
  const [left, right] = [luminance(one), luminance(other)]
  return (Math.max(left, right) + flare) / (Math.min(left, right) + flare)
}

/** Rounded down, so that no channel is lighter than asked for. */
const hex = (light: number): string =>
  Math.floor(gamma(light) * 255)
    .toString(16)
    .padStart(2, "0")
    .toUpperCase()

/** The colour itself if its contrast on a lighter ground is enough, else the same hue dimmed until it is. */
export const darkenedOn = (ground: string, color: string, ratio: number): string => {
  if (contrast(ground, color) >= ratio) return color
  const darker = ((luminance(ground) + flare) / ratio - flare) / luminance(color)
  const [red, green, blue] = channelsOf(color)
  return `${hex(red * darker)}${hex(green * darker)}${hex(blue * darker)}`
}

/** The white point of daylight, D65, in XYZ. */
const white = [0.95047, 1, 1.08883] as const

const labRoot = (part: number): number => (part > (6 / 29) ** 3 ? Math.cbrt(part) : part / (3 * (6 / 29) ** 2) + 4 / 29)

/** CIELAB (CIE 1976) of a colour of sRGB: lightness from 0 to 100, and two axes of colour. */
const labOf = (color: string): readonly [number, number, number] => {
  const [red, green, blue] = channelsOf(color)
  const x = labRoot((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / white[0])
  const y = labRoot((0.2126729 * red + 0.7151522 * green + 0.072175 * blue) / white[1])
  const z = labRoot((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / white[2])
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** How far two colours are apart in CIELAB: 2.3 is just seen. */
export const difference = (one: string, other: string): number => {
  const [left, right] = [labOf(one), labOf(other)]
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])
}
