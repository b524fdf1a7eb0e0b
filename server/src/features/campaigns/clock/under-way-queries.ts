import type { CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/schema/tables.ts'

/** A campaign that would be torn away with its application. */
export interface CampaignUnderWay {
  uuid: string
  name: string
  application_name: string
  status: string
}

const UNDER_WAY: readonly CampaignStatus[] = ['pending', 'executing', 'paused', 'scheduled']

/** How many are named at most. */
const NAMED = 20

/** Campaigns of these applications that run, are paused or wait for their moment; by name, twenty at most. */
export async function campaignsUnderWay(
  db: Kysely<Tables>,
  applicationIds: readonly string[],
): Promise<CampaignUnderWay[]> {
  if (applicationIds.length === 0) return []
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
    .limit(NAMED)
    .execute()
}
