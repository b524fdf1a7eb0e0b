/** What tests use of sns-validator, which brings no types. */
declare module 'sns-validator' {
  export default class MessageValidator {
    constructor(hostPattern?: RegExp)
    validate(message: Record<string, string>, done: (error: Error | null) => void): void
  }
}
