export const label = "Export"
export const importing = "Import…"
export const both = "Import, export"

/** `of`: what it is of, such as " of all teams"; empty for the team that is shown. */
export const slides = (of: string) => `Slides${of} (PowerPoint)…`
export const files = {
  csv: (of: string) => `Spreadsheet${of} (CSV)`,
  json: (of: string) => `Everything${of} (JSON)`
}
export const ofAll = " of all teams"
