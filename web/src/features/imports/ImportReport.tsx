import type { RejectedCell, Verification } from '@notifly/contracts/imports/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ValueOrDash } from '../../ui/table/NameCell.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { useIsPhone } from '../../ui/use-media-query.ts'

const FIRST_ROWS = 5

/** The effect of the insert, and the errors of rows that it would leave out. */
export function ImportReport({ verification }: { verification: Verification }) {
  const { t } = useTranslation('audience')
  const { number } = useDisplay()
  const { rejected, doubtful_phones: doubtful } = verification
  const stats = [
    { id: 'expected', value: verification.expected_users },
    { id: 'new', value: verification.new },
    { id: 'updated', value: verification.updated },
    { id: 'duplicates', value: verification.duplicates },
  ]
  return (
    <>
      <ImportAlert verification={verification} />
      {doubtful !== undefined && (
        <Alert tone="warning" title={t('import.doubtfulPhones', { count: doubtful.count })}>
          {t('import.doubtfulPhonesText', { line: doubtful.line, number: doubtful.number })}
        </Alert>
      )}
      <StatRow
        label={t('import.figures')}
        stats={stats.map(({ id, value }) => ({ id, label: t(`import.stats.${id}`), value: number(value) }))}
      />
      {rejected > 0 && <Problems verification={verification} />}
    </>
  )
}

function ImportAlert({ verification: { rejected, expected_users: expected } }: { verification: Verification }) {
  const { t } = useTranslation('audience')
  if (expected === 0) {
    return (
      <Alert tone="danger" title={t('import.nothing')} live>
        {t('import.nothingText')}
      </Alert>
    )
  }
  if (rejected === 0) return null
  return (
    <Alert tone="warning" title={t('import.hasErrors', { count: rejected })} live>
      {t('import.hasErrorsText')}
    </Alert>
  )
}

function Problems({ verification }: { verification: Verification }) {
  const { t } = useTranslation('audience')
  const { number, percent } = useDisplay()
  const { problems, rejected, rows_total: total, rejected_sample: sample } = verification
  return (
    <section aria-label={t('import.wrong')}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{t('import.wrong')}</h3>
        <p className="tnum text-12 text-muted">
          {t('import.share', { rejected, total, share: percent(rejected / total) })}
        </p>
      </div>
      <ul className="mb-2">
        {problems.map(({ reason, reason_sentence: sentence, count }) => (
          <li key={reason} className="flex items-center gap-3 py-1">
            <span className="min-w-0 flex-1">{translateSentence({ message: reason, ...sentence })}</span>
            <ProgressBar
              meter
              size="thin"
              className="w-28! max-sm:w-16!"
              label={translateSentence({ message: reason, ...sentence })}
              valueText={number(count)}
              segments={[{ share: count / rejected, tone: 'warning' }]}
            />
            <span className="tnum min-w-10 text-end">{number(count)}</span>
          </li>
        ))}
      </ul>
      <RejectedRows sample={sample} rejected={rejected} />
    </section>
  )
}

function RejectedRows({ sample, rejected }: { sample: readonly RejectedCell[]; rejected: number }) {
  const { t } = useTranslation('audience')
  const [isLong, setLong] = useState(false)
  const rows = isLong ? sample : sample.slice(0, FIRST_ROWS)
  const columns = useColumns()
  return (
    <DataTable
      dense
      label={t('import.rejectedRows')}
      columns={columns}
      rows={rows}
      rowId={row => String(row.line)}
      footer={
        rejected > FIRST_ROWS && (
          <div className="tnum flex min-h-9 items-center justify-between gap-3 px-4 text-12 text-muted">
            {t('import.first', { count: rows.length, total: rejected })}
            {sample.length > FIRST_ROWS && (
              <Button variant="ghost" size="sm" onClick={() => setLong(!isLong)}>
                {isLong ? t('import.showFewer') : t('import.showAll')}
              </Button>
            )}
          </div>
        )
      }
    />
  )
}

function useColumns(): TableColumn<RejectedCell>[] {
  const { t } = useTranslation('audience')
  const { number } = useDisplay()
  return [
    {
      id: 'line',
      header: t('import.columns.line'),
      align: 'end',
      width: '4rem',
      card: 'badge',
      cell: row => <LineNumber line={number(row.line)} />,
    },
    {
      id: 'column',
      header: t('import.columns.column'),
      card: 'line',
      cell: row => <ValueOrDash>{row.column === null ? null : <Code>{row.column}</Code>}</ValueOrDash>,
    },
    {
      id: 'value',
      header: t('import.columns.value'),
      card: 'line',
      cell: row => <ValueInFile row={row} />,
    },
    {
      id: 'reason',
      header: t('import.columns.reason'),
      card: 'title',
      cell: row => (
        <span className="whitespace-normal text-danger-ink">
          {translateSentence({ message: row.reason, ...row.reason_sentence })}
        </span>
      ),
    },
  ]
}

/** Cards have no column heading that would explain the number. */
function LineNumber({ line }: { line: string }) {
  const { t } = useTranslation('audience')
  const isPhone = useIsPhone()
  return <span className="text-12 text-muted">{isPhone ? t('import.onLine', { line }) : line}</span>
}

function ValueInFile({ row }: { row: RejectedCell }) {
  const { t } = useTranslation('audience')
  if (row.value === '') return <span className="text-muted">{t('import.empty')}</span>
  if (row.column === null) return t('import.values', { count: Number(row.value), shown: row.value })
  return <Code>{row.value}</Code>
}

function Code({ children }: { children: string }) {
  return (
    <bdi title={children} className="inline-block max-w-44 truncate align-bottom font-mono text-12">
      {children}
    </bdi>
  )
}
