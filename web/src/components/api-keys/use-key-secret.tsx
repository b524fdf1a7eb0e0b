import { type ApiKey, readClientSecret } from '@notifly/contracts/api-keys/api-keys'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/queries.ts'
import { KeySecretDialog } from './KeySecretDialog.tsx'

interface KeySecret {
  /**
   * Requests the secret of a key. The server asks the reader to confirm their identity first, unless they did so
   * recently.
   */
  show: (key: ApiKey) => void
  isLoading: boolean
  /** The open dialog, if any. */
  dialog: ReactNode
}

/** Shows secrets of keys, each until its dialog closes. */
export function useKeySecret(): KeySecret {
  const [shown, setShown] = useState<{ apiKey: ApiKey; secret: string }>()
  const read = useWrite(readClientSecret)
  return {
    show: apiKey =>
      read.mutate(
        { body: { client_id: apiKey.client_id } },
        { onSuccess: ({ data }) => setShown({ apiKey, secret: data.client_secret }) },
      ),
    isLoading: read.isPending,
    dialog: shown && <KeySecretDialog {...shown} onClose={() => setShown(undefined)} />,
  }
}
