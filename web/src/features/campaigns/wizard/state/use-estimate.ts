import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS, type CampaignCalls } from '@notifly/contracts/campaigns/calls'
import type { FieldError } from '@notifly/contracts/errors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../../../api/api-error.ts'
import { call, type Data } from '../../../../api/client.ts'
import { keyOf } from '../../../../api/queries.ts'
import { toSchedule } from '../../../../components/schedule/schedule-wire.ts'
import { useSettled } from '../../../../ui/feedback/use-settled.ts'
import { variantCount } from '../ab-test/test-choice.ts'
import type { CampaignValues } from './values.ts'

type EstimateData = Data<CampaignCalls['estimateCampaign']>

export interface Estimate {
  /** The last answer; stays while a newer one is on its way. */
  data: EstimateData | undefined
  /** It belongs to what is chosen now. */
  isCurrent: boolean
  error: ApiError | null
  /** Why the A/B test could not be launched for those who were counted. */
  tooFew: FieldError | undefined
  retry: () => void
}

/** Choices come in bursts: several segments, an hour and its minutes. */
const PAUSE_MS = 300

/** Who would get it and when it would run. */
export function useEstimate(channel: Channel, values: CampaignValues): Estimate {
  const { estimateCampaign } = CAMPAIGN_CALLS[channel]
  const { audience, topic_uuid, schedule, ab_test: test } = values
  const { share, after_hours } = test
  const count = variantCount(test)
  // How many variants there are is enough: no new count for each letter.
  const body = useMemo(() => {
    const ab_test = count === 0 ? null : { variants: Array<string>(count).fill(''), share, after_hours }
    return { audience, topic_uuid, schedule: toSchedule(schedule), ab_test }
  }, [audience, topic_uuid, schedule, count, share, after_hours])
  const asked = useSettled(body, PAUSE_MS)
  const query = useQuery<EstimateData, ApiError>({
    queryKey: keyOf(estimateCampaign, asked),
    queryFn: ({ signal }) => call(estimateCampaign, { body: asked }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    // Moments pass and people come: the column is always true.
    refetchInterval: 60_000,
  })
  const { data } = query
  const isCurrent = asked === body && !query.isPlaceholderData && !query.isError && data !== undefined
  const problem = isCurrent && data.recipients > 0 ? data.ab_test?.problem_sentence : null
  return {
    data,
    isCurrent,
    error: query.error,
    tooFew: problem ? { field: 'ab_test.variants', message: data?.ab_test?.problem ?? '', ...problem } : undefined,
    retry: () => void query.refetch(),
  }
}
