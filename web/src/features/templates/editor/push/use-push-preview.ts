import { previewPush, type PushPreview } from '@notifly/contracts/templates/templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { keyOf } from '../../../../api/queries.ts'
import type { PushWords } from '../../../../components/web-push/push-look.ts'
import { useSettled } from '../../../../ui/feedback/use-settled.ts'

export interface LivePush {
  /** The newest answer; it belongs to the words of a moment ago at most. */
  data: PushPreview | undefined
  error: ApiError | null
  again: () => void
}

const PAUSE_MS = 300

/** Fills in the words on the server as one types, after each pause. The words are compared by identity. */
export function usePushPreview(words: PushWords, contactUuid: string | undefined): LivePush {
  const content = useSettled(words, PAUSE_MS)
  const body = { content, ...(contactUuid !== undefined && { contact_uuid: contactUuid }) }
  const { data, error, refetch } = useQuery<PushPreview, ApiError>({
    queryKey: keyOf(previewPush, body),
    queryFn: ({ signal }) => call(previewPush, { body }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  return { data, error, again: () => void refetch() }
}
