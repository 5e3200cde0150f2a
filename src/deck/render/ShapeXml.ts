import type { ShapeBlock, ShapeName } from "../Plan.ts"
import { type Pen, transformXml } from "./Pen.ts"
import { fillXml, lineXml } from "./SchemeColors.ts"

const presets: Readonly<Record<ShapeName, string>> = {
  rect: "rect",
  roundRect: "roundRect",
  ellipse: "ellipse",
  diamond: "diamond",
  triangle: "triangle",
  check: "halfFrame",
  cross: "mathMultiply",
  ring: "donut"
}

/** Points. */
const lineWidth = 0.75

/** A shape's properties. */
export const shapeXml = ({ shape, box, fill, line }: ShapeBlock, pen: Pen): string =>
  `<p:spPr>${transformXml(box, pen)}<a:prstGeom prst="${presets[shape]}"><a:avLst/></a:prstGeom>` +
  `${fill === null ? "<a:noFill/>" : fillXml(fill)}${lineXml(line, lineWidth)}</p:spPr>`
