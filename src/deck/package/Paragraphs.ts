/** PptxGenJS repeats a paragraph's properties before each of its runs; the format has them once, in front. */
export const finishParagraphs = (xml: string): string =>
  xml.replace(/(<\/a:r>|<\/a:fld>|<a:br\/>|<\/a:br>)<a:pPr\b[^>]*?(?:\/>|>.*?<\/a:pPr>)/gs, "$1")

/** The language all text of a part is in; PptxGenJS writes `en-US` wherever none was given. */
export const finishLanguage = (xml: string, language: string): string =>
  language === "en-US" ? xml : xml.replaceAll(' lang="en-US"', ` lang="${language}"`)
