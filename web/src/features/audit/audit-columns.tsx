import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { useTranslation } from 'react-i18next'
import { useValueWords } from '../../components/changes/use-value-words.ts'
import { changeRows } from '../../components/changes/change-rows.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { NameCell, TwoLines } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { ActorMark } from './EntryDrawer.tsx'
import { useEntryWords } from './use-entry-words.ts'

const FIELDS_NAMED = 3

/** What, to what, by whom, from where, when. */
export function useAuditColumns(zone: string | undefined, hrefOf: (id: string) => string): TableColumn<AuditEntry>[] {
  const { t } = useTranslation('audit')
  const { actionWords, actorWords, kindWords, objectWords } = useEntryWords()
  const { fieldWords } = useValueWords(zone)
  const { shortDate } = useDisplay(zone)
  const changed = ({ before, after }: AuditEntry): string => {
    if (before === null || after === null) return ''
    const fields = changeRows(before, after).map(row => fieldWords(row.field))
    const named = fields.slice(0, FIELDS_NAMED).join(', ')
    return fields.length > FIELDS_NAMED ? `${named}, +${fields.length - FIELDS_NAMED}` : named
  }
  return [
    {
      id: 'action',
      header: t('what'),
      ghost: 'two-lines',
      cell: entry => <NameCell name={actionWords(entry.action)} href={hrefOf(entry.uuid)} sub={changed(entry)} />,
    },
    {
      id: 'object',
      header: t('object'),
      ghost: 'two-lines',
      cell: ({ object }) => (
        <TwoLines sub={kindWords(object.type)}>
          <CutText>{objectWords(object)}</CutText>
        </TwoLines>
      ),
    },
    {
      id: 'actor',
      header: t('who'),
      ghost: 'name',
      cell: ({ actor }) => (
        <span className="flex items-center gap-2">
          <ActorMark actor={actor} name={actorWords(actor)} />
          <CutText>{actorWords(actor)}</CutText>
        </span>
      ),
    },
    {
      id: 'address',
      header: t('address'),
      card: 'hidden',
      cell: ({ address }) => <bdi className="tnum text-ink-2">{address || '–'}</bdi>,
    },
    {
      id: 'at',
      header: t('when'),
      align: 'end',
      card: 'line',
      cell: ({ at }) => <span className="tnum whitespace-nowrap">{shortDate(Date.parse(at) / 1000)}</span>,
    },
  ]
}
