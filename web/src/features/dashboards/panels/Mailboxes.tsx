import { COMPLAINT_LIMITS, FEW_SENT, type Standing } from '@notifly/contracts/dashboards/figures'
import type { MailboxFigures } from '@notifly/contracts/dashboards/parts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Rate } from '../../../components/display/Rate.tsx'
import { HANDED_OVER_FILTER } from '../../../components/display/shares.ts'
import { Badge, type BadgeType } from '../../../ui/layout/Badge.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Section } from '../../../ui/layout/Page.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import type { Metric } from '../metrics.ts'
import { useFigureWords } from '../use-figure-words.ts'
import { useFigureLink } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'

const LOOKS: Record<Standing, BadgeType> = { good: 'light-green', fair: 'mellow', bad: 'danger' }
const SHOWN = 8

/** Who keeps the recipients' mailboxes, and how they take it, against the limits that Gmail and Yahoo publish. */
export function Mailboxes({ mailboxes }: { mailboxes: { data: readonly MailboxFigures[]; is_loaded: boolean } }) {
  const { t, i18n } = useTranslation('dashboards')
  const columns = useColumns()
  const limit = useMemo(
    () => new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }),
    [i18n.language],
  )
  return (
    <Section
      title={t('mailboxes.title')}
      help={t('mailboxes.help', {
        good: limit.format(COMPLAINT_LIMITS.good / 100),
        bad: limit.format(COMPLAINT_LIMITS.bad / 100),
      })}
      actions={<CsvButton panel="mailboxes" title={t('mailboxes.title')} />}
    >
      <DataTable
        dense
        label={t('mailboxes.title')}
        columns={columns}
        rows={mailboxes.is_loaded ? mailboxes.data.slice(0, SHOWN) : undefined}
        skeletonRows={5}
        rowId={row => row.name}
        rowName={row => row.name}
        empty={<p className="p-4 text-muted">{t('mailboxes.none')}</p>}
      />
    </Section>
  )
}

function useColumns(): TableColumn<MailboxFigures>[] {
  const { t } = useTranslation('dashboards')
  const { show } = useFigureWords()
  const figureLink = useFigureLink()
  const figure = (
    id: string,
    kind: Metric['kind'],
    of: (row: MailboxFigures) => number | null,
    { status, card }: { status: string; card?: TableColumn<MailboxFigures>['card'] },
  ): TableColumn<MailboxFigures> => ({
    id,
    header: t(`columns.${id}`),
    definition: t(`define.${id}`),
    align: 'end',
    skeleton: 'number',
    ...(card && { card }),
    cell: row => {
      const value = of(row)
      const href = value === null || value === 0 ? undefined : figureLink({ status, mailbox: row.name })
      const text = show(value, kind)
      const number =
        href === undefined ? (
          text
        ) : (
          <Link tone="door" href={href}>
            {text}
          </Link>
        )
      return (
        <Rate className="tnum" isFew={kind !== 'count' && value !== null && row.sent < FEW_SENT}>
          {number}
        </Rate>
      )
    },
  })
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  return [
    {
      id: 'mailbox',
      header: t('columns.mailbox'),
      skeleton: 'name',
      cell: row => (
        <span className="font-medium">{row.name === 'other' ? t('mailboxes.other') : <bdi>{row.name}</bdi>}</span>
      ),
    },
    {
      id: 'standing',
      header: t('columns.standing'),
      definition: t('define.standing'),
      card: 'badge',
      skeleton: 'badge',
      cell: ({ standing }) =>
        standing === null ? '–' : <Badge type={LOOKS[standing]}>{t(`mailboxes.${standing}`)}</Badge>,
    },
    figure('sent', 'count', row => row.sent, { status: HANDED_OVER_FILTER }),
    figure('bounce_rate', 'rate', row => share(row.bounced, row.sent), { status: 'bounced' }),
    figure('complaint_rate', 'fine', row => share(row.complained, row.sent), { status: 'complained' }),
    figure('opened_share', 'rate', row => share(row.opened, row.sent - row.bounced), {
      status: 'opened',
      card: 'hidden',
    }),
    figure('clicked_share', 'rate', row => share(row.clicked, row.sent - row.bounced), {
      status: 'clicked',
      card: 'hidden',
    }),
  ]
}
