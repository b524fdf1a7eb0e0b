import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { CalendarRange, ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { factsOfRow } from '../../../components/campaigns/campaign-acts.ts'
import { useActItems } from '../../../components/campaigns/use-act-items.ts'
import type { CampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'

/** What may be done with a row, behind its three dots. */
export function useRowMenu(acts: CampaignActs): (row: CampaignRow) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation('acts')
  const exists = usePageExists()
  const itemsOf = useActItems(acts)
  return row => {
    const facts = factsOfRow(row)
    const { course, others } = itemsOf(facts)
    const run = facts.run && paths.run(slug, row.platform, facts.run.uuid)
    const doors: (MenuItem | false)[] = [
      run !== null && exists(run) && { label: t('openRun'), icon: ExternalLink, href: run },
      facts.repeats &&
        row.status !== 'draft' && {
          label: t('runs'),
          icon: CalendarRange,
          href: paths.campaign(slug, row.platform, row.uuid),
        },
    ]
    const before = [...doors.filter(item => item !== false), ...others]
    return course.length > 0 && before.length > 0 ? [...before, { separator: true }, ...course] : [...before, ...course]
  }
}
