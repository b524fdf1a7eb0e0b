import type { CampaignRow } from '@notifly/contracts/campaigns'
import { paths } from '../../../paths.ts'

/** Where a campaign's name leads: its run, else the wizard that it is written or changed in; nowhere for one that is over. */
export function openPath(slug: string, row: CampaignRow): string | undefined {
  if (row.run_uuid !== null) return paths.run(slug, 'email', row.run_uuid)
  if (row.status === 'draft') return paths.campaignWizard(slug, 'email', { draft: row.uuid })
  return isWaiting(row) ? paths.campaignWizard(slug, 'email', { m: 'e', uuid: row.uuid }) : undefined
}

/** Scheduled, or paused before its run: it can still be changed. */
export function isWaiting({ status, run_uuid: runUuid }: CampaignRow): boolean {
  return status === 'scheduled' || (status === 'paused' && runUuid === null)
}
