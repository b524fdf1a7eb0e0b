import type { LinkClicks } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useFigureLink } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'
import { LoadFailure } from './LoadFailure.tsx'

/** Where readers went: each link with its clicks, in proportion to the first. */
export function TopLinks({ links }: { links: { data: readonly LinkClicks[] | null; is_loaded: boolean } }) {
  const { t } = useTranslation('dashboards')
  const figureLink = useFigureLink()
  const rows = links.data ?? []
  const most = rows[0]?.clicks ?? 0
  return (
    <Panel
      bare
      title={<span data-tip={t('define.links')}>{t('links.title')}</span>}
      actions={<CsvButton panel="links" title={t('links.title')} />}
    >
      {!links.is_loaded && <Skeleton height="12rem" className="m-4" />}
      {links.is_loaded && links.data === null && <LoadFailure />}
      {links.data?.length === 0 && <p className="p-4 text-muted">{t('links.none')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)_auto] divide-y divide-line">
        {rows.map(({ url, clicks, runs }) => (
          <li key={url} className="col-span-full grid grid-cols-subgrid items-center gap-x-4 px-4 py-2">
            <div className="min-w-0">
              <bdi className="block truncate" dir="ltr">
                {url.replace(/^https?:\/\//, '')}
              </bdi>
              <span aria-hidden className="mt-1 block h-1 overflow-clip rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-chart-3"
                  style={{ inlineSize: `${most === 0 ? 0 : (clicks / most) * 100}%`, minInlineSize: '2px' }}
                />
              </span>
            </div>
            <span className="tnum text-end">
              <LinkedNumber className="font-semibold" value={clicks} href={figureLink({ status: 'clicked' })} />
              <span className="block text-12 text-muted">{t('links.runs', { count: runs })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
