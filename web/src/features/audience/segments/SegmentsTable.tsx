import { ACTIVITY } from '@notifly/contracts/activities'
import type { Segment } from '@notifly/contracts/audience'
import { Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingBadge } from '../../../components/approvals/PendingBadge.tsx'
import { CutText } from '../../../components/display/CutText.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { ListTable, type ListTableProps } from '../../../components/lists/ListTable.tsx'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useCan } from '../../../components/session/use-session.ts'
import { paths } from '../../../paths.ts'
import type { MenuItem } from '../../../ui/Menu.tsx'
import { NameCell } from '../../../ui/NameCell.tsx'
import type { TableColumn } from '../../../ui/table-types.ts'
import { DeleteSegmentDialog } from './DeleteSegmentDialog.tsx'
import { RenameSegmentDialog } from './RenameSegmentDialog.tsx'

type ListProps<Sort extends string> = Pick<
  ListTableProps<Segment, Sort>,
  'list' | 'page' | 'sort' | 'change' | 'toolbar' | 'empty' | 'currentRow'
>

interface OpenDialog {
  kind: 'rename' | 'delete'
  segment: Segment
}

/** Segments with their counts; each can be renamed and deleted. */
export function SegmentsTable<Sort extends string>({ slug, ...list }: ListProps<Sort> & { slug: string }) {
  const { t } = useTranslation('audience')
  const columns = useColumns(slug)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [isOpen, setOpen] = useState(false)
  const mayRename = useCan(ACTIVITY.segmentation, 'update')
  const mayDelete = useCan(ACTIVITY.segmentation, 'delete')
  const openDialog = (kind: OpenDialog['kind'], segment: Segment) => {
    setDialog({ kind, segment })
    setOpen(true)
  }
  const menuOf = (segment: Segment): MenuItem[] =>
    segment.approval_uuid !== undefined
      ? []
      : [
          ...(mayRename
            ? [{ label: t('segment.rename'), icon: Pencil, onSelect: () => openDialog('rename', segment) }]
            : []),
          ...(mayDelete
            ? [
                {
                  label: t('segment.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => openDialog('delete', segment),
                },
              ]
            : []),
        ]
  return (
    <>
      <ListTable
        {...list}
        failed={t('segments.failed')}
        label={t('tabs.segments')}
        columns={columns}
        rowId={segment => segment.uuid}
        rowName={segment => segment.name}
        {...(mayRename || mayDelete ? { rowMenu: menuOf } : {})}
      />
      {dialog?.kind === 'rename' && (
        <RenameSegmentDialog key={dialog.segment.uuid} segment={dialog.segment} open={isOpen} onOpenChange={setOpen} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteSegmentDialog
          key={dialog.segment.uuid}
          slug={slug}
          segment={dialog.segment}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}

function useColumns(slug: string): TableColumn<Segment>[] {
  const { t } = useTranslation('audience')
  const { number, shortDate } = useDisplay(useZone())
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('segments.name'),
        sortable: true,
        ghost: 'text',
        width: '60%',
        cell: segment => (
          <NameCell
            name={<CutText>{segment.name}</CutText>}
            href={paths.segment(slug, segment.uuid)}
            sub={<PendingBadge approval={segment.approval_uuid} />}
          />
        ),
      },
      {
        id: 'count',
        header: t('segments.contacts'),
        align: 'end',
        sortable: true,
        cell: segment => <PageLink to={paths.segment(slug, segment.uuid)}>{number(segment.count)}</PageLink>,
      },
      {
        id: 'updated_on',
        header: t('segments.updated'),
        align: 'end',
        sortable: true,
        card: 'line',
        cell: segment => <span className="tnum text-muted">{shortDate(segment.updated_on)}</span>,
      },
    ],
    [slug, t, number, shortDate],
  )
}
