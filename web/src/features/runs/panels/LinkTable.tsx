import type { RunLink } from '@notifly/contracts/runs/panels'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { shareOf } from '../run/run-figures.ts'
import type { RunPanelsProps } from './panel-of.ts'

const SHOWN = 10

interface LinkTableProps extends Pick<RunPanelsProps, 'linkTo'> {
  links: readonly RunLink[]
  /** Clicks on all links of the run. */
  clicks: number
}

/** Each link with the people who clicked it, its clicks, and its share of the run's clicks. */
export function LinkTable({ links, clicks, linkTo }: LinkTableProps) {
  const { t } = useTranslation('delivery')
  const [isWhole, setWhole] = useState(false)
  const columns = useColumns(clicks, linkTo)
  const shown = useMemo(() => (isWhole ? links : links.slice(0, SHOWN)), [isWhole, links])
  if (links.length === 0 || clicks === 0) {
    return (
      <p className="grid min-h-32 place-items-center p-4 text-muted">
        {t(links.length === 0 ? 'links.none' : 'links.noClicks')}
      </p>
    )
  }
  return (
    <div className="min-w-0">
      <DataTable
        frameless
        dense
        label={t('links.title')}
        columns={columns}
        rows={shown}
        rowId={({ no }) => String(no)}
        rowName={({ url }) => url}
      />
      {links.length > SHOWN && (
        <Button size="sm" variant="ghost" className="m-2" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('reasons.fewer') : t('links.more', { count: links.length - SHOWN })}
        </Button>
      )}
    </div>
  )
}

function useColumns(clicks: number, linkTo: LinkTableProps['linkTo']): TableColumn<RunLink>[] {
  const { t } = useTranslation('delivery')
  const { number, percent } = useDisplay()
  return useMemo(
    () => [
      {
        id: 'link',
        header: t('links.link'),
        width: '100%',
        cell: ({ url }) => (
          <bdi dir="ltr" className="block max-w-72 truncate min-[1400px]:max-w-100" title={url}>
            {url.replace(/^https?:\/\//, '')}
          </bdi>
        ),
      },
      {
        id: 'people',
        header: t('links.columns.people'),
        definition: t('links.define.people'),
        align: 'end',
        cell: ({ no, clicked }) =>
          clicked === null || clicked === 0 ? (
            <span className="tnum">{clicked === null ? '–' : number(0)}</span>
          ) : (
            <Link tone="door" href={linkTo({ link: String(no) })} className="tnum font-semibold">
              {number(clicked)}
            </Link>
          ),
      },
      {
        id: 'clicks',
        header: t('links.columns.clicks'),
        definition: t('links.define.clicks'),
        align: 'end',
        cell: row => <span className="tnum">{number(row.clicks)}</span>,
      },
      {
        id: 'share',
        header: t('links.columns.share'),
        definition: t('links.define.share'),
        align: 'end',
        cell: row => <span className="tnum">{percent(shareOf(row.clicks, clicks) ?? 0)}</span>,
      },
    ],
    [t, number, percent, clicks, linkTo],
  )
}
