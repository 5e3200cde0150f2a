// biome-ignore-all assist/source/organizeImports: the bundle has the modules in this order, in which gzip finds more that is alike

/** What the page shows after its first load: it is fetched as one file. */
export { Transfers } from "../features/import/Transfers.tsx"
export { Overview } from "../features/overview/Overview.tsx"
export { ExportDialog } from "../features/export/ExportDialog.tsx"
export { FindPalette } from "./FindPalette.tsx"
export { Teams } from "../features/teams/Teams.tsx"
export { MissingItem } from "../features/find/MissingItem.tsx"
export { AccountLog } from "../features/users/AccountLog.tsx"
export { Webhooks } from "../features/webhooks/Webhooks.tsx"
export { Users } from "../features/users/Users.tsx"
export { HistoryViews } from "../features/history/HistoryViews.tsx"
export { KeySheet } from "./KeySheet.tsx"
export { ChangePassword } from "./ChangePassword.tsx"
export { Matrix } from "../features/matrix/Matrix.tsx"
export { ObjectiveDetails } from "../features/objective/ObjectiveDetails.tsx"
export { OrphanedTexts } from "./OrphanedTexts.tsx"
