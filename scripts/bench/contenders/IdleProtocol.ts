export interface IdleProtocol {
  /** Gives where it listens; its admin is the one a server makes at its first start. */
  readonly listen: (password: string) => string
}
