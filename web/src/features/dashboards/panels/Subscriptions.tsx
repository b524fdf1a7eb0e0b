import type { WebpushDashboard } from '@notifly/contracts/dashboards/push'
import { useTranslation } from 'react-i18next'
import { usePeopleLink } from '../view.ts'
import { LinkedNumber } from './LinkedNumber.tsx'
import { LinesPanel } from './LinesPanel.tsx'
import { RingPanel } from './RingPanel.tsx'
import { slicesOf } from '../slices.ts'

export interface SubscriptionsProps {
  subscriptions: WebpushDashboard['subscription_overview']
}

/** Devices gained and lost, and why they were lost. */
export function Subscriptions({ subscriptions: { data, is_loaded } }: SubscriptionsProps) {
  const { t } = useTranslation('dashboards')
  const door = usePeopleLink()
  const points = data?.points ?? []
  return (
    <>
      <LinesPanel
        title={t('subscriptions.title')}
        definition={t('define.subscriptions')}
        kind="count"
        days={points.map(({ date }) => date)}
        isLoaded={is_loaded}
        isUnread={is_loaded && data === null}
        panel="subscriptions"
        meta={
          data && (
            <>
              +<LinkedNumber value={data.gained} href={door({ change: 'gained' })} />
              {' / −'}
              <LinkedNumber value={data.lost} href={door({ change: 'lost' })} />
            </>
          )
        }
        lines={[
          { id: 'gained', label: t('lines.gained'), tone: 1, values: points.map(({ gained }) => gained) },
          { id: 'lost', label: t('lines.lost'), tone: 2, values: points.map(({ lost }) => lost) },
        ]}
      />
      <RingPanel
        title={t('subscriptions.lostBy')}
        definition={t('define.lostBy')}
        slices={data ? slicesOf(data.lost_by, name => t(`lostBy.${name}`), t('others')) : undefined}
        isUnread={is_loaded && data === null}
        total={count => t('subscriptions.lost', { count })}
        none={t('subscriptions.noneLost')}
        doorOf={slice => door({ change: 'lost', ...(slice !== 'others' && { lost_by: slice }) })}
      />
    </>
  )
}
