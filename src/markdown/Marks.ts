/** UTF-16 units. Markdown's library takes quadratic time for some texts: longer ones are shown as they were typed. */
const maxLength = 8_000

/** What Markdown that is shown as more than plain text has in it, or an address. */
const mark = /[*_[]|https?:|www\.|\w@\w|^[ \t]*(?:[-+]|\d+[.)])[ \t]/im

/** The markers of several lists on one line: the library goes down a level for each. */
const manyLists = /^[ \t]*(?:(?:[-+*]|\d+[.)])[ \t]+){8}/m

/** Whether a text is to be read as Markdown. It is shown as it was typed otherwise, and the library isn't loaded. */
export const mayHaveMarks = (text: string): boolean =>
  text.length <= maxLength && mark.test(text) && !manyLists.test(text)

/** A text for where there is no room for more than text: bold and italics without their marks, links by their texts. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\(\S*?\)/g, "$1").replaceAll(/(\*{1,2})(?=\S)(.+?)(?<=\S)\1/g, "$2")
