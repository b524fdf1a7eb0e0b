/** Notifly cannot start, for a reason that the operator can act on: the message is printed as it is, without a stack. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
