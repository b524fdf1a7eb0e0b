import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { factsOfRow, isEditable } from '../../../components/campaigns/campaign-acts.ts'
import type { CampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { paths } from '../../../paths.ts'

/**
 * Where a campaign's name links to. A recurring campaign links to its own page, others to their one run. A draft, and a
 * scheduled campaign without a run, link to the wizard if the reader may edit them. Undefined if there is nowhere to
 * go.
 */
export function openPath(slug: string, row: CampaignRow, { mayCreate, mayUpdate }: CampaignRights): string | undefined {
  const facts = factsOfRow(row)
  if (row.status === 'draft') {
    return mayCreate ? paths.campaignWizard(slug, row.platform, { draft: row.uuid }) : undefined
  }
  if (facts.repeats) return paths.campaign(slug, row.platform, row.uuid)
  if (row.run_uuid !== null) return paths.run(slug, row.platform, row.run_uuid)
  return mayUpdate && isEditable(facts)
    ? paths.campaignWizard(slug, row.platform, { m: 'e', uuid: row.uuid })
    : undefined
}
