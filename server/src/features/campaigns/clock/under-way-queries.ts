import type { CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/schema/tables.ts'

const UNDER_WAY: readonly CampaignStatus[] = ['pending', 'executing', 'paused', 'scheduled']

export function selectUnderWay(db: Kysely<Tables>, applicationIds: readonly string[], limit: number) {
  return db
    .selectFrom('campaign')
    .innerJoin('application', 'application.application_id', 'campaign.application_id')
    .where('campaign.application_id', 'in', [...applicationIds])
    .where('campaign.status', 'in', [...UNDER_WAY])
    .select([
      'campaign.campaign_id as uuid',
      'campaign.name',
      'application.name as application_name',
      'campaign.status',
    ])
    .orderBy(sql`lower(campaign.name)`)
    .orderBy('campaign.campaign_id')
    .limit(limit)
    .execute()
}
