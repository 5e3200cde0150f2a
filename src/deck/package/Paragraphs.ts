/** PptxGenJS repeats a paragraph's properties before each of its runs; the format has them once, in front. */
export const finishParagraphs = (xml: string): string =>
  xml.replace(/(<\/a:r>|<\/a:fld>|<a:br\/>|<\/a:br>)<a:pPr\b[^>]*?(?:\/>|>.*?<\/a:pPr>)/gs, "$1")

/**
 * Every paragraph says which way it runs: LibreOffice takes one that does not to run as the one before it, whatever that
 * was in.
 */
export const finishDirections = (xml: string): string =>
  xml.replace(/<a:p>(?!<a:pPr\b)|<a:pPr\b(?![^>]*\srtl=)/g, (start) =>
    start === "<a:p>" ? '<a:p><a:pPr rtl="0"/>' : '<a:pPr rtl="0"'
  )

/** The language all text of a part is in; PptxGenJS writes `en-US` wherever none was given. */
export const finishLanguage = (xml: string, language: string): string =>
  language === "en-US" ? xml : xml.replaceAll(' lang="en-US"', ` lang="${language}"`)
