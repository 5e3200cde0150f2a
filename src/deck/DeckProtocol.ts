/** A finished deck, as a worker gives it. */
export interface Made {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Strong: made of the bytes. */
  readonly etag: string
}

/** What a worker answers to an input; `failure` is what went wrong, with its story. */
export type Reply = Made | { readonly failure: string }
