import type { AnyEndpoint, Input } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { announceFailure } from '../../api/signals.ts'

/** Fetches a file for the user; what the server refuses is said, and the page goes on. */
export async function saveDownload<E extends AnyEndpoint>(endpoint: E, input: Input<E>, name?: string): Promise<void> {
  try {
    await download(endpoint, input, name)
  } catch (error) {
    announceFailure(error)
  }
}
