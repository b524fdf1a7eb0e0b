import { CHANNELS } from '@notifly/contracts/applications/applications'
import type { Plan, PlanLimits } from '@notifly/contracts/billing/plans'
import { PACKAGE } from '@notifly/contracts/billing/states'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../../components/billing/use-money.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { KeyValues } from '../../../ui/layout/KeyValues.tsx'

/** What a plan costs and whom it is for. */
export function PlanPrice({ plan }: { plan: Plan }) {
  const { t } = useTranslation('billing')
  const { price, money } = useMoney()
  const amount = price(plan.price, plan.currency)
  const isAnnual = plan.package_id === PACKAGE.annual
  return (
    <>
      <p className="pb-2 text-ink-2">{plan.description}</p>
      <p className="tnum mt-auto flex flex-wrap items-baseline gap-x-1">
        <b className="text-20 font-semibold tracking-(--ls-title)">{amount}</b>
        <span className="text-muted">{t(isAnnual ? 'price.aYear' : 'price.aMonth')}</span>
      </p>
      {plan.amount !== plan.price && (
        <p className="tnum text-12 text-muted">{t('price.withTax', { amount: money(plan.amount, plan.currency) })}</p>
      )}
      {isAnnual && <p className="text-12 text-success-ink">{t('price.monthFree')}</p>}
    </>
  )
}

/** What a plan includes. */
export function PlanContents({ limits }: { limits: PlanLimits }) {
  const { t } = useTranslation(['billing', 'common'])
  const { number } = useDisplay()
  const limitWords = (limit: number | null) => {
    if (limit === null) return t('contents.unlimited')
    return limit === 0 ? <span className="text-muted">{t('contents.none')}</span> : number(limit)
  }
  const { messages, contacts, members, applications, retention_days: days } = limits
  return (
    <div className="text-12">
      <p className="mb-1 font-medium">{t('contents.messages')}</p>
      <KeyValues
        items={CHANNELS.map(channel => ({
          id: channel,
          label: t(`common:channel.${channel}`),
          value: limitWords(messages[channel]),
        }))}
      />
      <p className="mt-2 mb-1 border-t border-line pt-3 font-medium">{t('contents.rest')}</p>
      <KeyValues
        items={[
          { id: 'contacts', label: t('contents.contacts'), value: limitWords(contacts) },
          { id: 'members', label: t('contents.members'), value: limitWords(members) },
          { id: 'applications', label: t('contents.applications'), value: limitWords(applications) },
          {
            id: 'days',
            label: t('contents.history'),
            value: days === null ? t('contents.unlimited') : t('contents.days', { count: days }),
          },
        ]}
      />
    </div>
  )
}
