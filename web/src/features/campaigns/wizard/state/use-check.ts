import { CAMPAIGN_CALLS, type CampaignCalls } from '@notifly/contracts/campaigns/calls'
import type { Channel } from '@notifly/contracts/applications/applications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../../../api/api-error.ts'
import { call, type Data } from '../../../../api/client.ts'
import { keyOf } from '../../../../api/queries.ts'
import { useSettled } from '../../../../ui/feedback/use-settled.ts'
import { type CampaignValues, toParts } from './values.ts'

type CheckAnswer = Data<CampaignCalls['checkCampaign']>

/** Words come faster than they need to be judged. */
const PAUSE_MS = 400

export interface CheckedCampaign {
  channel: Channel
  values: CampaignValues
  /** What is stored of it already. */
  uuid: string | undefined
}

/** What keeps a campaign from being launched that is not saved as it is typed. */
export function useCheck(
  { channel, values, uuid }: CheckedCampaign,
  { enabled }: { enabled: boolean },
): { answer: CheckAnswer | undefined; isCurrent: boolean } {
  const { checkCampaign } = CAMPAIGN_CALLS[channel]
  const body = useMemo(() => {
    // Files have rules of their own, which are checked as they are chosen.
    const { attachments: _, ...parts } = values
    return { ...toParts(channel, parts), ...(uuid !== undefined && { uuid }) }
  }, [channel, values, uuid])
  const asked = useSettled(body, PAUSE_MS)
  const { data, isPlaceholderData } = useQuery<CheckAnswer, ApiError>({
    queryKey: keyOf(checkCampaign, asked),
    queryFn: ({ signal }) => call(checkCampaign, { body: asked }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return { answer: data, isCurrent: asked === body && !isPlaceholderData }
}
