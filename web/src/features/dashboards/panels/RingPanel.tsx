import type { Panel as ExportPanel } from '@notifly/contracts/dashboards/exports'
import { useTranslation } from 'react-i18next'
import { ChartPanel } from '../../../components/charts/ChartPanel.tsx'
import { ringPicture } from '../../../components/charts/picture.ts'
import { Ring } from '../../../components/charts/Ring.tsx'
import type { Slice } from '../../../components/charts/ring-arcs.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useCaption } from '../use-line-words.ts'
import { useSavePanel } from '../view.ts'
import { LinkedNumber } from './LinkedNumber.tsx'
import { LoadFailure } from './LoadFailure.tsx'

export interface RingPanelProps {
  title: string
  definition: string
  /** Undefined while they are being counted. */
  slices: readonly Slice[] | undefined
  /** The server could not count them. */
  isUnread?: boolean
  /** What all of them are, in words: "412,806 sent". */
  total: (count: number) => string
  /** Said where there is none of it. */
  none: string
  /** Where a slice leads. Undefined: nowhere. */
  doorOf: (id: string) => string | undefined
  /** Absent: its numbers are no panel of the export. */
  panel?: ExportPanel
}

/** Shares of a whole as a ring, with all numbers beside it. */
export function RingPanel({ title, definition, slices, isUnread, total, none, doorOf, panel }: RingPanelProps) {
  const { t } = useTranslation('dashboards')
  const { number, percent } = useDisplay()
  const caption = useCaption()
  const save = useSavePanel()
  const count = (slices ?? []).reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) => percent(count === 0 ? 0 : value / count)
  const largest = slices?.toSorted((one, other) => other.value - one.value)[0]
  const figure = largest ? share(largest.value) : ''
  const summary = t('summary.ring', {
    title,
    parts: (slices ?? []).map(({ label, value }) => `${label} ${share(value)}`).join(', '),
  })
  return (
    <ChartPanel
      title={title}
      definition={definition}
      meta={slices && count > 0 && <span className="tnum">{total(count)}</span>}
      onCsv={panel && (() => save(panel))}
      sheet={{
        columns: [{ label: title }, { label: t('count'), show: number }, { label: t('share') }],
        rows: (slices ?? []).map(({ label, value }) => [label, value, share(value)]),
      }}
      picture={() =>
        largest && {
          ...ringPicture(slices ?? [], figure, largest.label),
          caption,
          legend: (slices ?? []).map(({ label, value, tone }) => ({ label: `${label} ${share(value)}`, tone })),
        }
      }
    >
      {isUnread && <LoadFailure />}
      {slices === undefined && !isUnread && <Skeleton height="9.75rem" />}
      {slices && (largest === undefined || count === 0) && (
        <p className="grid min-h-39 place-items-center text-center text-muted">{none}</p>
      )}
      {slices && largest && count > 0 && (
        <div className="flex min-h-39 items-center gap-7 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
          <span className="max-sm:self-center">
            <Ring slices={slices} figure={figure} caption={largest.label} summary={summary} />
          </span>
          <ul className="tnum min-w-0 flex-1">
            {slices.map(({ id, label, value, tone }) => (
              <li key={id} className="grid min-h-6.5 grid-cols-[8px_minmax(0,1fr)_auto_3.25rem] items-center gap-2.5">
                <span
                  aria-hidden
                  className="size-2 rounded-[2px]"
                  style={{ backgroundColor: `var(--c-chart-${tone})` }}
                />
                <span className="truncate">{label}</span>
                <LinkedNumber className="text-ink-2" value={value} href={doorOf(id)} />
                <span className="text-end text-muted">{share(value)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChartPanel>
  )
}
