import type { EventProperty } from '@notifly/contracts/events/events'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'

const SHOWN = 5

export interface PropertyRowProps {
  property: EventProperty
  /** The newest events, of which counts and values are. */
  lookedAt: number
}

/** A property of events: its type, how many events have it, and its frequent values. */
export function PropertyRow({ property, lookedAt }: PropertyRowProps) {
  const { t } = useTranslation(['events', 'fields'])
  const { percent } = useDisplay()
  const { name, type, count } = property
  return (
    <li className="grid gap-x-8 gap-y-3 px-4 py-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-mono text-12 font-medium wrap-anywhere">{name}</bdi>
          <Badge type="secondary">{t(`fields:types.${type}`)}</Badge>
        </p>
        {count > 0 && (
          <p className="tnum mt-0.5 text-12 text-muted">
            {count === lookedAt ? t('properties.inAll') : t('properties.share', { share: percent(count / lookedAt) })}
          </p>
        )}
      </div>
      <Values property={property} />
    </li>
  )
}

function Values({ property: { name, count, examples } }: { property: EventProperty }) {
  const { t } = useTranslation('events')
  const { number, percent } = useDisplay()
  const [isWhole, setWhole] = useState(false)
  const more = examples.length - SHOWN
  if (examples.length === 0) return <p className="text-12 text-muted">{t('properties.noValues')}</p>
  return (
    <div className="min-w-0">
      <ul aria-label={t('properties.values', { name })} className="tnum space-y-1.5">
        {(isWhole ? examples : examples.slice(0, SHOWN)).map(example => (
          <li
            key={example.value}
            className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_auto_3.25rem] items-center gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4rem_3.25rem]"
          >
            <CutText>{example.value}</CutText>
            <span aria-hidden className="block h-2 overflow-clip rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-chart-1"
                style={{ inlineSize: `${(example.count / count) * 100}%`, minInlineSize: '2px' }}
              />
            </span>
            <span className="text-end">{number(example.count)}</span>
            <span className="text-end text-muted">{percent(example.count / count)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className="-ms-2 mt-1">
          <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('properties.fewer') : t('properties.more', { count: more })}
          </Button>
        </div>
      )}
    </div>
  )
}
