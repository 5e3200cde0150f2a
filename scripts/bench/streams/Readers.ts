import * as Child from "../Child.ts"
import type { ReaderProcess } from "./readerProcess.ts"

/** Starts a process of clients, which ends with the scope. */
export const startReaders = Child.start<ReaderProcess>("The clients", new URL("readerProcess.ts", import.meta.url))
