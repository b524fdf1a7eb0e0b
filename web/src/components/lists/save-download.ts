import type { AnyEndpoint, Input } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { announceFailure } from '../../api/signals.ts'

/** Downloads a file. An ApiError is shown to the reader instead of being thrown. */
export async function saveDownload<E extends AnyEndpoint>(endpoint: E, input: Input<E>, name?: string): Promise<void> {
  try {
    await download(endpoint, input, name)
  } catch (error) {
    announceFailure(error)
  }
}
