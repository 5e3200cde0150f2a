/** As far as it is used: saxen has no types of its own. */
declare module "saxen" {
  type Attributes = () => Readonly<Record<string, string>>

  export class Parser {
    on(event: "openTag", listener: (name: string, attributes: Attributes) => void): this
    on(event: "closeTag", listener: (name: string) => void): this
    on(event: "text" | "cdata", listener: (text: string) => void): this
    parse(xml: string): void
  }
}
