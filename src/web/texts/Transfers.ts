export const label = "Export"
export const importing = "Import…"
export const both = "Import and export"

/** `scope`: such as " for all teams"; empty for the team that is shown. */
export const slides = (scope: string) => `Slides${scope} (PowerPoint)…`
export const files = {
  excel: (scope: string) => `Spreadsheet${scope} (CSV for Excel)`,
  csv: (scope: string) => `Spreadsheet${scope} (CSV)`,
  json: (scope: string) => `Complete data${scope} (JSON)`
}
export const forAll = " for all teams"
