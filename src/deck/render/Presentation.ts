import * as library from "pptxgenjs"

type Library = library.default

export type TextRun = library.default.TextProps
export type TableRow = library.default.TableRow
export type ShapeProps = library.default.ShapeProps
export type ShapePreset = library.default.SHAPE_NAME | "custGeom"
export type SlideMasterProps = library.default.SlideMasterProps

export interface ChartProps extends Omit<library.default.IChartOpts, "catAxisOrientation"> {
  readonly catAxisOrientation?: "minMax" | "maxMin"
}

export interface Slide extends Pick<library.default.Slide, "addNotes" | "addTable" | "addText"> {
  addShape(preset: ShapePreset, options: ShapeProps): unknown
  addChart(type: "bar", data: ReadonlyArray<object>, options: ChartProps): unknown
}

/** The archive that PptxGenJS fills, a JSZip. */
export interface Archive {
  readonly files: Readonly<Record<string, ArchiveFile>>
  generateAsync: () => Promise<Uint8Array>
}

interface ArchiveFile {
  readonly name: string
  readonly dir: boolean
  async(type: "string"): Promise<string>
  async(type: "uint8array"): Promise<Uint8Array>
}

/** What we use of PptxGenJS 4.0.1, where its own types leave out what it can do. */
export interface Presentation
  extends Pick<Library, "addSection" | "author" | "company" | "defineSlideMaster" | "subject" | "theme" | "title"> {
  layout: string
  /** It begins with a layout of its own, "DEFAULT". */
  readonly slideLayouts: Array<unknown>
  /** Called for each layout and slide, and for the master at last, when the archive has all XML but the charts'. */
  createChartMediaRels: (target: object, archive: Archive, charts: Array<Promise<unknown>>) => void
  addSlide(options: { readonly masterName: string; readonly sectionTitle: string }): Slide
  write(options: { readonly outputType: "uint8array" }): Promise<Uint8Array>
}

/** The package's types take it for CommonJS, where `default` is not the class that it is in the module Node loads. */
const exported: string = "default"

export const Presentation: new () => Presentation = Reflect.get(library, exported)
