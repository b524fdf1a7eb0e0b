import { estimateSmsBill, type SmsBill } from '@notifly/contracts/sms/sms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { keyOf } from '../../../../api/queries.ts'
import { useSettled } from '../../../../ui/feedback/use-settled.ts'
import { useWizard } from '../state/wizard-context.ts'

/** Words come faster than anybody reads a sum. */
const PAUSE_MS = 600

/** What the provider will bill, over what the recipients would really get; undefined while that is not known. */
export function useBill(): SmsBill | undefined {
  const { values, content } = useWizard()
  const { audience, topic_uuid } = values
  const { text: smsBody, hasShortLinks: track_links } = content
  const body = useMemo(
    () => ({ audience, topic_uuid, smsBody, track_links }),
    [audience, topic_uuid, smsBody, track_links],
  )
  const asked = useSettled(body, PAUSE_MS)
  const { data } = useQuery<SmsBill, ApiError>({
    queryKey: keyOf(estimateSmsBill, asked),
    queryFn: ({ signal }) => call(estimateSmsBill, { body: asked }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: asked.smsBody.trim() !== '',
  })
  return data
}
