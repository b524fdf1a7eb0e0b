import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS, type CampaignCalls } from '@notifly/contracts/campaigns/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { call, type Data } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'
import { toSchedule } from '../../../components/schedule/schedule-wire.ts'
import { useSettled } from '../../../ui/feedback/use-settled.ts'
import type { CampaignValues } from './values.ts'

type EstimateData = Data<CampaignCalls['estimateCampaign']>

export interface Estimate {
  /** The last answer; stays while a newer one is on its way. */
  data: EstimateData | undefined
  /** It belongs to what is chosen now. */
  isCurrent: boolean
  error: ApiError | null
  retry: () => void
}

/** Choices come in bursts: several segments, an hour and its minutes. */
const PAUSE_MS = 300

/** Who would get it and when it would run. */
export function useEstimate(channel: Channel, { audience, topic_uuid, schedule }: CampaignValues): Estimate {
  const { estimateCampaign } = CAMPAIGN_CALLS[channel]
  const body = useMemo(
    () => ({ audience, topic_uuid, schedule: toSchedule(schedule) }),
    [audience, topic_uuid, schedule],
  )
  const asked = useSettled(body, PAUSE_MS)
  const query = useQuery<EstimateData, ApiError>({
    queryKey: keyOf(estimateCampaign, asked),
    queryFn: ({ signal }) => call(estimateCampaign, { body: asked }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    // Moments pass and people come: the column is always true.
    refetchInterval: 60_000,
  })
  return {
    data: query.data,
    isCurrent: asked === body && !query.isPlaceholderData && !query.isError && query.data !== undefined,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
