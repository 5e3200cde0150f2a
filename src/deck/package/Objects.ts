import { escape } from "./XmlText.ts"

/** Marks an object as decorative for screen readers (Office since 2019). */
const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">' +
  '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>'

const figureName = (xml: string, at: number): string => {
  const uri = xml.slice(at, xml.indexOf(">", xml.indexOf("<a:graphicData ", at)))
  return uri.endsWith('/table"') ? "Table" : "Chart"
}

/**
 * Every object of a slide gets an id of its own, a name to be found by, and those named after an alt
 * text (see `Rendered`) that text. Ids are not referred to from anywhere: the deck has no animations and no connectors.
 */
export const finishObjects = (xml: string, alts: ReadonlyArray<string>): string => {
  let id = 0
  return xml.replace(
    /<p:nv(\w+)Pr>\s*<p:cNvPr id="\d+" name="([^"]*)"([^>]*?)(\/>|>(?:<\/p:cNvPr>)?)/g,
    (_, kind: string, name: string, rest: string, close: string, at: number) => {
      id++
      const key = /^alt:(\d+)$/.exec(name)?.[1]
      const start = `<p:nv${kind}Pr><p:cNvPr id="${id}"`
      if (key === undefined) {
        const own = id === 1 ? name : `${name.replace(/ \d+$/, "")} ${id}`
        return `${start} name="${own}"${rest}${close === ">" ? ">" : "/>"}`
      }
      const alt = escape(alts[Number(key)] ?? "").replaceAll("\n", "&#10;")
      if (alt === "") return `${start} name="Decoration ${id}">${decorative}</p:cNvPr>`
      const word = kind === "GraphicFrame" ? figureName(xml, at) : "Figure"
      return `${start} name="${word} ${id}" descr="${alt}"/>`
    }
  )
}
