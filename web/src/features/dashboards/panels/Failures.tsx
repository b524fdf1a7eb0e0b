import type { FailedReason } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useFigureLink, useView } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'

const SHOWN = 8

/** Why messages did not arrive, the most frequent reason first. */
export function Failures({ failures }: { failures: { data: readonly FailedReason[]; is_loaded: boolean } }) {
  const { t } = useTranslation('dashboards')
  const { percent } = useDisplay()
  const { channel } = useView()
  const reasonWords = useReasonWords()
  const figureLink = useFigureLink()
  const total = failures.data.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel
      bare
      title={<span data-tip={t('define.failures')}>{t('failures.title')}</span>}
      actions={
        <>
          {total > 0 && <span className="tnum">{t('failures.total', { count: total })}</span>}
          <CsvButton panel="failures" title={t('failures.title')} />
        </>
      }
    >
      {!failures.is_loaded && <Skeleton height="12rem" className="m-4" />}
      {failures.is_loaded && total === 0 && <p className="p-4 text-muted">{t('failures.none')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)_auto] divide-y divide-line">
        {failures.data.slice(0, SHOWN).map(({ reason, reason_text, count }) => (
          <li key={reason} className="col-span-full grid grid-cols-subgrid items-center gap-x-4 px-4 py-2">
            <div className="min-w-0">
              <p>{reasonWords(channel, reason, reason_text)}</p>
              <span aria-hidden className="mt-1 block h-1 overflow-clip rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-danger"
                  style={{ inlineSize: `${(count / total) * 100}%`, minInlineSize: '2px' }}
                />
              </span>
            </div>
            <span className="tnum text-end">
              <LinkedNumber
                className="font-semibold"
                value={count}
                href={figureLink({ status: FAILED_FILTER, reason })}
              />
              <span className="block text-12 text-muted">{percent(count / total)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
