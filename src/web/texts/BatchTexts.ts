export const parentRejected = "Skipped: the item it belongs to was rejected."
