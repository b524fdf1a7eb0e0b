import { FEW_SENT } from '@notifly/contracts/dashboards/figures'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '../../../components/charts/Sparkline.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { METRICS, type Metric, type MetricId } from '../metrics.ts'
import { filterOf, type RecipientFilter } from '../recipient-filters.ts'
import { type Move, useFigureWords } from '../use-figure-words.ts'
import { useFigureLink, useView } from '../view.ts'
import type { Dashboard } from '../use-dashboard.ts'

export interface Card {
  /** Key of its word below `cards`, and of what it counts below `define`. */
  id: string
  kind: Metric['kind']
  better: Metric['better']
  /** Undefined while it is being counted. */
  value: number | null | undefined
  before?: number | null | undefined
  course?: readonly (number | null)[] | undefined
  /** Where its number leads, if not to the messages of the days. */
  href?: string | undefined
  /** Which recipients of a run it counts. */
  behind?: RecipientFilter
  /** It says something of now, not of the days. */
  isOfNow?: boolean
}

/** A card of a figure that comes from the sums of messages. */
export function cardOf(id: MetricId, { totals, daily, previous }: Dashboard, name: string = id): Card {
  const metric = METRICS[id]
  return {
    id: name,
    kind: metric.kind,
    better: metric.better,
    value: totals.is_loaded ? metric.of(totals.data) : undefined,
    before: previous && metric.of(previous.totals),
    course: daily.data.map(metric.of),
    behind: filterOf(id, totals.data),
  }
}

const COLUMNS = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4' } as const

/** The figures of a dashboard, each with its course and what it was in the period before. */
export function Cards({ cards, columns = 4 }: { cards: readonly Card[]; columns?: 3 | 4 }) {
  const { t } = useTranslation('dashboards')
  return (
    <ul
      aria-label={t('cards.label')}
      className={cx(
        'grid grid-cols-2 gap-px overflow-clip rounded-3 border border-line bg-line max-sm:*:last:odd:col-span-2',
        COLUMNS[columns],
      )}
    >
      {cards.map(card => (
        <FigureCard key={card.id} card={card} />
      ))}
    </ul>
  )
}

function FigureCard({ card }: { card: Card }) {
  const { id, kind, better, value, before, course, behind, isOfNow } = card
  const { t } = useTranslation(['dashboards', 'charts'])
  const { show, move } = useFigureWords()
  const { sent } = useView()
  const figureLink = useFigureLink()
  const definition = t(`define.${id}`)
  const isThin = kind !== 'count' && sent > 0 && sent < FEW_SENT
  const said = isThin ? `${definition} ${t('charts:few', { count: FEW_SENT })}` : definition
  const href = card.href ?? (isOfNow ? undefined : figureLink(behind))
  const moved = value === undefined || before === undefined ? undefined : move(value, before, { kind, better })
  const text = value === undefined ? <Skeleton width="4rem" height="1.25rem" /> : show(value, kind)
  return (
    <li data-tip={said} className="flex min-w-0 items-end justify-between gap-3 bg-surface px-4 py-3">
      <div className="min-w-0">
        <p className="truncate text-12 font-medium text-muted">{t(`cards.${id}`)}</p>
        <p className={cx('tnum mt-0.5 text-20 font-semibold tracking-(--ls-title)', isThin && 'text-muted')}>
          {value === null || value === undefined || href === undefined ? (
            text
          ) : (
            <Link tone="door" href={href}>
              {text}
            </Link>
          )}
        </p>
        <p className="sr-only">{said}</p>
        <p className="tnum min-h-4 text-12 text-muted">
          {isThin ? t('fewSent') : moved ? <MoveWords move={moved} /> : isOfNow ? t('now') : ' '}
        </p>
      </div>
      {course && !isThin && (
        <span className="mb-1.5 max-sm:hidden">
          <Sparkline values={course} />
        </span>
      )}
    </li>
  )
}

const TONES = { good: 'text-success-ink', bad: 'text-danger-ink', none: '' } as const

/** By how much a figure moved, and from what. */
export function MoveWords({ move: { tone, direction, by, from } }: { move: Move }) {
  const { t } = useTranslation('dashboards')
  return (
    <>
      {direction !== 'none' && (
        <span className={cx('me-1 inline-flex items-center gap-0.5 align-bottom', TONES[tone])}>
          <Icon of={direction === 'up' ? ArrowUp : ArrowDown} size={12} />
          <span className="sr-only">{t(`delta.${direction}`)} </span>
          {by}
        </span>
      )}
      <span>{from}</span>
    </>
  )
}
