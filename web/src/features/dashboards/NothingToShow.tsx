import type { CHANNEL_HEALTH } from '@notifly/contracts/applications/applications'
import { Send } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { NewCampaign } from '../../components/campaigns/NewCampaign.tsx'
import { CHANNEL_LOOKS, setUpPath } from '../../components/channels/channels.ts'
import { DEFAULT_RANGE, shortcutOf } from '../../components/display/ranges.ts'
import { useDayWords } from '../../components/display/use-day-words.ts'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { ChangeDashboard } from './dashboard-address.ts'
import type { Dashboard } from './use-dashboard.ts'
import { useView } from './view.ts'

export interface NothingToShowProps {
  data: Dashboard
  health: (typeof CHANNEL_HEALTH)[number] | undefined
  change: ChangeDashboard
}

/** In the place of figures: other days have some, nothing was ever sent, or the channel is not set up. */
export function NothingToShow({ data, health, change }: NothingToShowProps) {
  if (data.last_data !== null || data.campaign !== null) return <NoneInRange data={data} change={change} />
  return health === 'none' ? <NotSetUp /> : <NeverSent />
}

/** Names the days and the campaign, and offers the days that have something. */
function NoneInRange({ data, change }: Omit<NothingToShowProps, 'health'>) {
  const { t } = useTranslation(['dashboards', 'common'])
  const { channel } = useView()
  const words = useDayWords()
  const { from, to, timezone } = data.range
  const { last_data: last, campaign } = data
  const show = (range: { from: string; to: string }) =>
    change(shortcutOf(range, timezone) === DEFAULT_RANGE ? { from: undefined, to: undefined } : range)
  return (
    <StateCard
      kind="no-data"
      framed
      title={
        from === to
          ? t('common:list.noneOnDay', { day: words.long(from) })
          : t('common:list.noneInRange', { from: words.long(from), to: words.long(to) })
      }
      actions={
        <>
          {last && (
            <Button onClick={() => show(last)}>
              {last.from === last.to
                ? t('none.showDay', { day: words.long(last.from) })
                : t('common:list.showRange', { from: words.long(last.from), to: words.long(last.to) })}
            </Button>
          )}
          {campaign && (
            <Button variant="ghost" onClick={() => change({ notification: undefined })}>
              {t('none.allCampaigns')}
            </Button>
          )}
        </>
      }
    >
      {campaign ? (
        <Trans
          t={t}
          i18nKey="none.ofCampaign"
          values={{ name: campaign.name }}
          components={{ b: <bdi className="font-medium wrap-anywhere" /> }}
        />
      ) : (
        t(`none.of.${channel}`)
      )}
    </StateCard>
  )
}

function NotSetUp() {
  const { t } = useTranslation('dashboards')
  const slug = useSlug()
  const exists = usePageExists()
  const { channel } = useView()
  const setUp = setUpPath(slug, channel)
  return (
    <StateCard
      kind="empty"
      icon={CHANNEL_LOOKS[channel].icon}
      framed
      title={t(`setUp.${channel}`)}
      actions={
        exists(setUp) && (
          <ButtonLink variant="primary" href={setUp}>
            {t(`setUp.${channel}`)}
          </ButtonLink>
        )
      }
    >
      {t('setUp.text')}
    </StateCard>
  )
}

function NeverSent() {
  const { t } = useTranslation('dashboards')
  const { channel } = useView()
  return (
    <StateCard
      kind="empty"
      icon={Send}
      framed
      title={t(`never.${channel}`)}
      actions={<NewCampaign label={t('never.newCampaign')} />}
    >
      {t('never.text')}
    </StateCard>
  )
}
