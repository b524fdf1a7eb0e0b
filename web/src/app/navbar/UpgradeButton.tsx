import { listSubscriptions } from '@notifly/contracts/billing/subscriptions'
import { CircleArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'

/** Links to the plans, for an organization that never had one. Others find them on their subscription's page. */
export function UpgradeButton({ slug }: { slug: string }) {
  const { t } = useTranslation('usage')
  const { data: current } = useRead(listSubscriptions, { query: { type: 'current' } })
  const hasNone = current?.length === 0
  const { data: historic } = useRead(listSubscriptions, { query: { type: 'historic' } }, { enabled: hasNone })
  if (!hasNone || historic?.length !== 0) return null
  return (
    <ButtonLink variant="ghost" icon={CircleArrowUp} href={paths.plans(slug)} className="max-sm:hidden">
      {t('upgrade')}
    </ButtonLink>
  )
}
