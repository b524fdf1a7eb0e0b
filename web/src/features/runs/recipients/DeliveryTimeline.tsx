import type { Channel } from '@notifly/contracts/applications/applications'
import type { TrailEvent } from '@notifly/contracts/runs/deliveries'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { CodeBlock } from '../../../ui/layout/CodeBlock.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { KeyValues, type KeyValue } from '../../../ui/layout/KeyValues.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Timeline } from '../../../ui/layout/Timeline.tsx'
import type { RecipientTrail } from './support-text.ts'
import { trailLook } from '../../../components/runs/trail-look.ts'
import { useTrailWords } from '../../../components/runs/use-trail-words.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'

/** A recipient's events in words or raw. Events caused by bots are hidden by default. */
export function DeliveryTimeline({ channel, trail }: { channel: Channel; trail: RecipientTrail }) {
  const { t } = useTranslation('delivery')
  const [view, setView] = useState<'words' | 'raw'>('words')
  const [withBots, setWithBots] = useState(false)
  const bots = trail.events.filter(event => event.bot).length
  const shown = trail.events.filter(event => withBots || !event.bot)
  return (
    <>
      <Facts trail={trail} />
      <div className="mt-4 mb-3 flex items-center gap-2">
        <h3 className="font-semibold">{t('trail.title')}</h3>
        <div className="ms-auto">
          <Segmented
            size="sm"
            aria-label={t('trail.view')}
            value={view}
            onChange={setView}
            segments={[
              { value: 'words', label: t('trail.inWords') },
              { value: 'raw', label: t('trail.raw') },
            ]}
          />
        </div>
      </div>
      {view === 'raw' ? (
        <CodeBlock code={JSON.stringify(shown, null, 2)} copy label={t('trail.raw')} />
      ) : (
        <InWords channel={channel} events={shown} />
      )}
      {bots > 0 && (
        <Alert
          tone="info"
          className="mt-4"
          action={
            <Button variant="ghost" size="sm" onClick={() => setWithBots(!withBots)}>
              {withBots ? t('trail.hideBots') : t('trail.showBots')}
            </Button>
          }
        >
          {t('trail.bots', { count: bots })}
        </Alert>
      )}
    </>
  )
}

function Facts({ trail: { recipient, timezone } }: { trail: RecipientTrail }) {
  const { t } = useTranslation('delivery')
  const local = useMoments(timezone ?? undefined)
  const items: KeyValue[] = [
    {
      id: 'delivery',
      label: t('drawer.delivery'),
      value: (
        <span className="inline-flex items-center gap-1">
          <span className="font-mono text-12" dir="ltr">
            {recipient.uuid.replace(/^.{9}.*(.{12})\./, '…$1.')}
          </span>
          <CopyButton text={recipient.uuid} iconOnly />
        </span>
      ),
    },
    { id: 'attempts', label: t('drawer.attempts'), value: recipient.attempts },
  ]
  if (timezone !== null) {
    const value = `${local.timeIn(0)}, ${timezone.replaceAll('_', ' ')}`
    items.push({ id: 'local', label: t('drawer.localTime'), value })
  }
  return <KeyValues items={items} />
}

function InWords({ channel, events }: { channel: Channel; events: readonly TrailEvent[] }) {
  const { t } = useTranslation('delivery')
  const moments = useMoments()
  const words = useTrailWords()
  const days = new Set(events.map(event => moments.day(event.at)))
  return (
    <Timeline
      label={t('trail.title')}
      events={events.map((event, index) => {
        const { title, source } = words(event, channel)
        const time = moments.precise(event.at, event.millisecond)
        return {
          id: `${event.kind} ${event.at} ${event.millisecond} ${index}`,
          ...trailLook(event),
          title: event.bot ? (
            <span className="flex flex-wrap items-center gap-1.5">
              {title} <Badge>{t('trail.machine')}</Badge>
            </span>
          ) : (
            title
          ),
          source,
          time: days.size > 1 ? `${moments.day(event.at)} ${time}` : time,
          ...(event.answer !== null && {
            children: <CodeBlock code={translateSentence({ message: event.answer, ...event.answer_sentence })} />,
          }),
        }
      })}
    />
  )
}
