import { listContacts } from '@notifly/contracts/contacts/audience'
import {
  importSuppressions,
  listSuppressions,
  SUPPRESSION_FILE_MAX_BYTES,
  type SuppressionImport,
  type SuppressionRejection,
} from '@notifly/contracts/suppressions/suppressions'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import type { Input } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import type { Sayable } from '../../locales/say.ts'

type State =
  | { step: 'choosing' }
  | { step: 'sending'; progress: { sentBytes: number; totalBytes: number } | null }
  | { step: 'refused'; said: Sayable; rejection: SuppressionRejection | null }
  | { step: 'done'; result: SuppressionImport }

export interface ListImport {
  file: File | null
  state: State
  choose: (file: File) => void
  clear: () => void
  send: (query: NonNullable<Input<typeof importSuppressions>['query']>) => Promise<void>
}

const CHOOSING: State = { step: 'choosing' }

/** A list of addresses on its way to the server, and what became of it. Leaving the page stops it. */
export function useListImport(): ListImport {
  const { t } = useTranslation('consent')
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>(CHOOSING)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const choose = (next: File) => {
    setFile(next)
    const isTooLarge = next.size > SUPPRESSION_FILE_MAX_BYTES
    setState(isTooLarge ? { step: 'refused', said: { message: t('import.tooLarge') }, rejection: null } : CHOOSING)
  }
  const clear = () => {
    running.current?.abort()
    setFile(null)
    setState(CHOOSING)
  }
  const send: ListImport['send'] = async query => {
    if (file === null) return
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'sending', progress: null })
    const form = new FormData()
    form.append('file', file)
    try {
      const { data } = await upload(importSuppressions, { query }, form, {
        signal: controller.signal,
        onProgress: (sentBytes, totalBytes) => setState({ step: 'sending', progress: { sentBytes, totalBytes } }),
      })
      setState({ step: 'done', result: data })
      await Promise.all([refresh(listSuppressions), refresh(listContacts)])
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      const isForRows = error.errors.some(({ key }) => key === 'invalidRows')
      const rejection = isForRows ? (error.data as SuppressionRejection) : null
      setState({ step: 'refused', said: error.errors[0] ?? error, rejection })
    }
  }
  return { file, state, choose, clear, send }
}
