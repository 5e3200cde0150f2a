import { Predicate } from "effect"

/** What people know the operating system's commonest refusals as. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EEXIST: "there is a file of that name",
  EISDIR: "it is a folder",
  ENOENT: "there is no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is not a folder",
  EPERM: "permission denied",
  EPIPE: "nobody reads it any more",
  EROFS: "the file system is read-only"
}

const codeIn = (failure: unknown): string | undefined => {
  if (!Predicate.isObject(failure)) return undefined
  if ("code" in failure && Predicate.isString(failure.code)) return failure.code
  return "cause" in failure ? codeIn(failure.cause) : undefined
}

/** Why a file or a stream can't be read or written, as part of a sentence. */
export const fileReason = (failure: { readonly message: string }): string =>
  reasons[codeIn(failure) ?? ""] ?? failure.message
