import { searchable } from "./NormalizedText.ts"

/** What has the same title, case and accents aside, in the order of the first of each: principles that teams share. */
export const groupedByTitle = <A extends { readonly title: string }>(
  items: Iterable<A>
): ReadonlyArray<readonly [A, ...ReadonlyArray<A>]> =>
  [...Map.groupBy(items, ({ title }) => searchable(title)).values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, ...rest] as const]
  )
