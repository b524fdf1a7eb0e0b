/** What one run says cannot be put into a mail, for any recipient. Other runs of the channel are not to blame. */
export class ContentError extends Error {
  constructor(cause: Error) {
    super(`This campaign cannot be sent as it is. ${cause.message}`, { cause })
    this.name = 'ContentError'
  }
}
