import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/schema/tables.ts'
import { selectUnderWay } from './under-way-queries.ts'

/** A campaign that would be torn away with its application. */
export interface CampaignUnderWay {
  uuid: string
  name: string
  application_name: string
  status: string
}

/** How many are named at most. */
const NAMED = 20

/** Campaigns of these applications that run, are paused or wait for their moment; by name, twenty at most. */
export async function campaignsUnderWay(
  db: Kysely<Tables>,
  applicationIds: readonly string[],
): Promise<CampaignUnderWay[]> {
  return applicationIds.length === 0 ? [] : selectUnderWay(db, applicationIds, NAMED)
}
