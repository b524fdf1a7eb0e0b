/** The product cannot start, for a reason that the operator can act on: the message is meant to be printed as it is. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
