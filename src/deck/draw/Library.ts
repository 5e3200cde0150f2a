import * as library from "pptxgenjs"

export type TextProps = library.default.TextProps
export type TextOptions = library.default.TextPropsOptions
export type Link = library.default.HyperlinkProps
export type TableRow = library.default.TableRow
export type ChartOptions = library.default.IChartOpts
export type LibrarySlide = library.default.Slide

const exported: string = "default"

/** PptxGenJS's types are CommonJS's, where the class is one `default` deeper than in the module that Node loads. */
export const Presentation: typeof library.default.default = Reflect.get(library, exported)
