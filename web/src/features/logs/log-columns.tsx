import type { LogEntry } from '@notifly/contracts/logs/logs'
import { useTranslation } from 'react-i18next'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { NameCell, ValueOrDash, TwoLines } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { StatusCode } from './StatusCode.tsx'
import { useLogWords, useSourceName } from './use-log-words.ts'

interface LogColumns {
  zone: string | undefined
  hrefOf: (id: string) => string
  /** An entry is open beside the list: less room for it. */
  isNarrow: boolean
}

/** Status, address, result, person or message, and time. */
export function useLogColumns({ zone, hrefOf, isNarrow }: LogColumns): TableColumn<LogEntry>[] {
  const { t } = useTranslation(['logs', 'common'])
  const { shortDate } = useDisplay(zone)
  const statusWords = useLogWords()
  const sourceName = useSourceName()
  const place = ({ kind, channel }: LogEntry): string =>
    [t(`kinds.${kind}`), channel && t(`common:channel.${channel}`)].filter(Boolean).join(' · ')
  const outcome = ({ current_status, times }: LogEntry): string =>
    times > 1 ? `${statusWords(current_status)} · ${t('timesValue', { count: times })}` : statusWords(current_status)
  const all: (TableColumn<LogEntry> & { isWide?: true })[] = [
    {
      id: 'endpoint',
      header: t('endpoint'),
      skeleton: 'two-lines',
      cell: entry => <NameCell name={titleOf(entry, statusWords)} href={hrefOf(entry.id)} sub={place(entry)} />,
    },
    {
      id: 'status',
      header: t('status'),
      width: '5rem',
      card: 'badge',
      skeleton: 'badge',
      cell: ({ methodType, status }) => <StatusCode method={methodType} code={status} />,
    },
    {
      id: 'outcome',
      header: t('outcome'),
      isWide: true,
      cell: entry => <CutText>{outcome(entry)}</CutText>,
    },
    {
      id: 'receiver',
      header: t('receiver'),
      isWide: true,
      skeleton: 'two-lines',
      cell: ({ receiver, source, key }) => (
        <ValueOrDash>
          {(receiver || source || key) && (
            <TwoLines sub={receiver === '' ? '' : sourceName(source)}>
              <CutText>{receiver || key?.name || sourceName(source)}</CutText>
            </TwoLines>
          )}
        </ValueOrDash>
      ),
    },
    {
      id: 'at',
      header: t('when'),
      align: 'end',
      card: 'line',
      width: '9rem',
      cell: ({ created_on }) => <span className="tnum whitespace-nowrap">{shortDate(created_on)}</span>,
    },
  ]
  return all.filter(({ isWide }) => !isNarrow || isWide !== true)
}

/** The called address; entries that are no requests have names. */
export function titleOf({ methodType, endPoint, current_status }: LogEntry, words: (status: string) => string): string {
  const call = `${methodType} ${endPoint}`.trim()
  return call === '' ? words(current_status) : call
}
