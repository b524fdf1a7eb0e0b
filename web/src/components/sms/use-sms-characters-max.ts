import { previewSms, type SmsPreview } from '@notifly/contracts/sms/sms'
import { SMS_CHARACTERS_MAX } from '@notifly/contracts/sms/parts'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'

const NO_TEXT = { text: '' }

/** Characters of one text that the application's provider takes, also for those who may not see its settings; until that is known, the most that any does. */
export function useSmsCharactersMax(): number {
  const { data } = useQuery<SmsPreview, ApiError>({
    queryKey: keyOf(previewSms, NO_TEXT),
    queryFn: ({ signal }) => call(previewSms, { body: NO_TEXT }, { quiet: true, signal }),
  })
  return data?.characters_max ?? SMS_CHARACTERS_MAX
}
