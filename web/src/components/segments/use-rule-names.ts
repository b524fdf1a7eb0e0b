import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { readSegment } from '@notifly/contracts/contacts/audience'
import { conditionsOf, type RuleGroup } from '@notifly/contracts/segments/rules'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { readOptions } from '../../api/queries.ts'
import { useCampaignRights } from '../campaigns/use-campaign-rights.ts'
import { useCan } from '../session/use-session.ts'
import type { RuleNames } from './use-rule-words.ts'

/**
 * Loads the names of the campaigns and segments in some rules. Objects that were deleted, or that the reader may not
 * see, get a generic name.
 */
export function useRuleNames(rules: readonly (RuleGroup | null | undefined)[]): RuleNames {
  const { t } = useTranslation('rules')
  const rightsOn = useCampaignRights()
  const maySeeCampaigns = CHANNELS.some(channel => rightsOn(channel).mayRead)
  const maySeeSegments = useCan(ACTIVITY.segmentation, 'read')
  const conditions = rules.flatMap(each => (each ? conditionsOf(each) : []))
  const campaignIds = unique(conditions.map(each => (each.kind === 'behaviour' ? each.campaign_uuid : null)))
  const segmentIds = unique(conditions.map(each => (each.kind === 'segment' ? each.segment_uuid : null)))
  const campaigns = useQueries({
    queries: campaignIds.map(uuid => ({
      ...readOptions(listAllCampaigns, { query: { uuid } }, { quiet: true }),
      enabled: maySeeCampaigns,
    })),
  })
  const segments = useQueries({
    queries: segmentIds.map(segment_uuid => ({
      ...readOptions(readSegment, { query: { segment_uuid } }, { quiet: true }),
      enabled: maySeeSegments,
    })),
  })
  const found = [
    ...campaigns.map((answer, at) => named(campaignIds[at] ?? '', answer, answer.data?.[0]?.campaignName)),
    ...segments.map((answer, at) => named(segmentIds[at] ?? '', answer, answer.data?.name)),
  ]
  const key = JSON.stringify(found)
  return useMemo(() => {
    const known = new Map(JSON.parse(key) as [string, string | null][])
    return {
      campaign: uuid => known.get(uuid) ?? t('unknown.campaign'),
      segment: uuid => known.get(uuid) ?? t('unknown.segment'),
    }
  }, [key, t])
}

/** An id with its name: undefined if nothing has this id any more, its last digits if the name could not be loaded. */
function named(id: string, { isLoading, error }: UseQueryResult<unknown, ApiError>, name: string | undefined) {
  const otherwise = error && error.status !== 404 ? `…${id.slice(-8)}` : undefined
  return [id, isLoading ? '…' : (name ?? otherwise)] as const
}

function unique(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter(id => id !== null && id !== ''))] as string[]
}
