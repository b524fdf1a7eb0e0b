import { CHANNEL_FORMS } from '@notifly/contracts/channel-settings/channels'
import {
  PRICE_CALLS,
  PRICED_CATEGORIES,
  type PriceCalls,
  type PricedChannel,
  type SmsPrices,
  type WhatsappPrices,
} from '@notifly/contracts/channel-settings/prices'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { usePendingOf, useReopened } from '../../components/approvals/use-request.ts'
import { channelIn, PRICES_PLACE } from '../../components/channels/channels.ts'
import { useCallingCodes } from '../../components/display/use-calling-codes.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { type KeyValue, KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PricesDialog } from './PricesDialog.tsx'
import { valuesOf } from './use-prices-form.ts'

/** What the channel's messages cost, for the estimates of its dashboard. */
export function PricesPanel({ channel }: { channel: PricedChannel }) {
  const { t } = useTranslation('channels')
  const calls: PriceCalls = PRICE_CALLS[channel]
  const read = useRead(calls.read, {})
  const mayWrite = useCan(CHANNEL_FORMS[channel].activity, 'update')
  const reopened = useReopened(
    ({ command, payload }) => command === 'prices.update' && channelIn(payload['channel']) === channel,
  )
  const pending = usePendingOf({ object: 'prices', id: channel })
  const [asks, setAsks] = useState<'edit' | 'remove'>()
  const place = useArrival(read.data !== undefined)
  const itemsOf = usePriceItems()
  if (read.error && read.data === undefined) {
    return <ReadFailure error={read.error} title={t('prices.failed')} onRetry={() => void read.refetch()} />
  }
  if (read.data === undefined || reopened.isLoading) return <Skeleton height="8rem" />
  const { prices, approval_uuid: approval = pending } = read.data
  const { request } = reopened
  return (
    <div id={PRICES_PLACE} ref={place} className="flex scroll-mt-20 flex-col gap-4">
      <PendingBanner approval={approval} refreshes={[calls.read]} />
      <Panel
        title={t('prices.title')}
        actions={
          mayWrite &&
          approval === undefined && (
            <>
              {prices !== null && (
                <Button size="sm" variant="ghost" onClick={() => setAsks('remove')}>
                  {t('prices.remove')}
                </Button>
              )}
              <Button size="sm" onClick={() => setAsks('edit')}>
                {t(prices === null ? 'prices.enter' : 'prices.edit')}
              </Button>
            </>
          )
        }
      >
        <p className="text-ink-2">{t(`prices.text.${channel}`)}</p>
        {prices !== null && <KeyValues lines className="mt-3 max-w-xl" items={itemsOf(prices)} />}
      </Panel>
      {(asks === 'edit' || request !== undefined) && (
        <PricesDialog
          channel={channel}
          start={valuesOf(channel, request?.payload['prices'] ?? prices)}
          reopened={reopened}
          onClose={() => {
            setAsks(undefined)
            if (request !== undefined) reopened.close()
          }}
        />
      )}
      {asks === 'remove' && (
        <ConfirmWrite
          endpoint={calls.update}
          input={{ body: { prices: null } }}
          refreshes={[calls.read]}
          onClose={() => setAsks(undefined)}
          title={t('prices.removeTitle')}
          action={t('prices.remove')}
        >
          <p>{t('prices.removeText')}</p>
        </ConfirmWrite>
      )}
    </div>
  )
}

/** A link to the prices scrolls to them as soon as they are there. */
function useArrival(isThere: boolean) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isThere && window.location.hash === `#${PRICES_PLACE}`) place.current?.scrollIntoView()
  }, [isThere])
  return place
}

const PLACES = 6

function usePriceItems(): (prices: SmsPrices | WhatsappPrices) => KeyValue[] {
  const { t } = useTranslation('channels')
  const { money } = useDisplay()
  const { nameOf } = useCallingCodes()
  return prices => {
    const { currency } = prices
    if (!('countries' in prices)) {
      return PRICED_CATEGORIES.filter(name => prices[name] !== '').map(name => ({
        id: name,
        label: t(`prices.category.${name}`),
        value: money(prices[name], currency, PLACES),
      }))
    }
    const rows = prices.countries.map(({ calling_code: code, price }) => ({
      id: code,
      label: `${nameOf(code)} (+${code})`,
      value: money(price, currency, PLACES),
    }))
    const label = t(rows.length === 0 ? 'prices.default' : 'prices.others')
    return [...rows, { id: 'default', label, value: money(prices.default_price, currency, PLACES) }]
  }
}
