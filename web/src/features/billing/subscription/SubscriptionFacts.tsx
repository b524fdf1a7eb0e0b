import { PACKAGE } from '@notifly/contracts/billing/states'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../../components/billing/use-money.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { KeyValues } from '../../../ui/layout/KeyValues.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { usePaymentWords } from '../use-payment-words.ts'
import { WaitingChange } from '../WaitingChange.tsx'

/** What was bought, what it costs, the next charge, and the payment method. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const { price } = useMoney()
  const { longDay } = useDisplay()
  const paymentWords = usePaymentWords()
  const { currency, period_start: start, period_end: end, next_charge: next, ended_on: ended } = subscription
  const { card_meta: card, gateway_subscription_id: id, created_on: created } = subscription
  const priceKey = subscription.package_id === PACKAGE.annual ? 'price.yearly' : 'price.monthly'
  return (
    <Panel title={t('one.facts')}>
      <WaitingChange subscription={subscription} />
      <KeyValues
        texts
        items={[
          { id: 'plan', label: t('list.plan'), value: <bdi>{subscription.name}</bdi> },
          { id: 'price', label: t('one.price'), value: t(priceKey, { price: price(subscription.price, currency) }) },
          {
            id: 'paid',
            label: t('one.paid'),
            value:
              start === null || end === null ? (
                t('one.nothingPaid')
              ) : (
                // A date never wraps.
                <>
                  <span className="inline-block">{longDay(start)} –</span>{' '}
                  <span className="inline-block">{longDay(end)}</span>
                </>
              ),
          },
          {
            id: 'next',
            label: t('list.next'),
            value: next === null ? t('one.noCharge') : longDay(next),
          },
          { id: 'card', label: t('one.method'), value: card === null ? '–' : paymentWords(card) },
          { id: 'created', label: t('one.created'), value: longDay(created) },
          ...(ended === null ? [] : [{ id: 'ended', label: t('one.ended'), value: longDay(ended) }]),
          { id: 'id', label: t('one.reference'), value: <bdi className="font-mono text-12">{id}</bdi> },
        ]}
      />
    </Panel>
  )
}
