import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { CalendarRange, ExternalLink, Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { factsOfRow } from '../../../components/campaigns/campaign-acts.ts'
import { useActItems } from '../../../components/campaigns/use-act-items.ts'
import type { CampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'

/** The actions in a row's menu. */
export function useRowMenu(acts: CampaignActs, onTag: (row: CampaignRow) => void): (row: CampaignRow) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation(['acts', 'tags'])
  const exists = usePageExists()
  const itemsOf = useActItems(acts)
  const rightsOn = useCampaignRights()
  return row => {
    const facts = factsOfRow(row)
    const { course, others } = itemsOf(facts)
    const run = facts.run && paths.run(slug, row.platform, facts.run.uuid)
    const links: (MenuItem | false)[] = [
      run !== null && exists(run) && { label: t('openRun'), icon: ExternalLink, href: run },
      facts.repeats &&
        row.status !== 'draft' && {
          label: t('runs'),
          icon: CalendarRange,
          href: paths.campaign(slug, row.platform, row.uuid),
        },
    ]
    const tag = rightsOn(row.platform).mayUpdate && { label: t('tags:button'), icon: Tag, onSelect: () => onTag(row) }
    const before = [...links, tag, ...others].filter(item => item !== false)
    return course.length > 0 && before.length > 0 ? [...before, { separator: true }, ...course] : [...before, ...course]
  }
}
