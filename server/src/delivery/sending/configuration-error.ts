import { ContentError } from '../runs/content-error.ts'

/** Stored settings or content that nothing can be sent with; the message is for those who can mend it. */
export class ConfigurationError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ConfigurationError'
  }
}

/** Runs `work`; whatever it throws becomes a ConfigurationError, but for what a run's content is to blame for. */
export function usingConfiguration<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new ConfigurationError(error)
  }
}
