/** The product cannot start, for a reason that the operator can fix: the message is printed as it is. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
