import { escape } from "./XmlText.ts"

const paragraph = (line: string, language: string): string =>
  line === ""
    ? `<a:p><a:endParaRPr lang="${language}"/></a:p>`
    : `<a:p><a:r><a:rPr lang="${language}"/><a:t>${escape(line)}</a:t></a:r></a:p>`

/** PptxGenJS puts notes of many lines into one run, where line breaks are lost; here each line is a paragraph. */
export const finishNotes = (xml: string, notes: string, language: string): string =>
  xml
    .replace(
      /(<p:ph type="body" idx="1"\/>.*?<a:lstStyle\/>).*?(<\/p:txBody>)/s,
      (_, start: string, end: string) =>
        start +
        notes
          .split("\n")
          .map((line) => paragraph(line, language))
          .join("") +
        end
    )
    .replace(/<p:extLst>.*?<\/p:extLst>(?=<\/p:cSld>)/s, "")
