import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS, type CampaignCalls } from '@notifly/contracts/campaigns/calls'
import type { FieldError } from '@notifly/contracts/errors'
import type { ApiError } from '../../../../api/api-error.ts'
import type { Data } from '../../../../api/client.ts'
import { useLiveAnswer } from '../../../../components/form/use-live-answer.ts'
import { toSchedule } from '../../../../components/schedules/schedule-wire.ts'
import { variantCount } from '../ab-test/test-choice.ts'
import type { CampaignValues } from './values.ts'

type EstimateData = Data<CampaignCalls['estimateCampaign']>

export interface Estimate {
  /** The last answer; kept while a newer one is loading. */
  data: EstimateData | undefined
  /** Whether `data` matches the current values. */
  isCurrent: boolean
  error: ApiError | null
  /** Why the audience is too small for the A/B test. */
  tooFew: FieldError | undefined
  retry: () => void
}

/** Who would get the campaign and when it would run. */
export function useEstimate(channel: Channel, values: CampaignValues): Estimate {
  const { estimateCampaign } = CAMPAIGN_CALLS[channel]
  const { audience, topic_uuid, schedule, ab_test: test } = values
  const { share, after_hours } = test
  const count = variantCount(test)
  // The server only needs the number of variants, so typing in one does not trigger a new estimate.
  const ab_test = count === 0 ? null : { variants: Array<string>(count).fill(''), share, after_hours }
  const body = { audience, topic_uuid, schedule: toSchedule(schedule), ab_test }
  // Refreshed every minute, because time passes and contacts change.
  const { data, error, again, ...live } = useLiveAnswer(estimateCampaign, { body }, { everyMs: 60_000 })
  const isCurrent = live.isCurrent && error === null && data !== undefined
  const problem = isCurrent && data.recipients > 0 ? data.ab_test?.problem_sentence : null
  return {
    data,
    isCurrent,
    error,
    tooFew: problem ? { field: 'ab_test.variants', message: data?.ab_test?.problem ?? '', ...problem } : undefined,
    retry: again,
  }
}
