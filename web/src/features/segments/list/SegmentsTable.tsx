import { deleteSegment, type Segment } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { readSegmentUse } from '@notifly/contracts/segments/segments'
import { Copy, ListFilter, Pencil, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../../api/client.ts'
import { useRead } from '../../../api/queries.ts'
import { PendingBadge } from '../../../components/approvals/PendingBadge.tsx'
import { CutText } from '../../../components/display/CutText.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ListTable, type ListTableProps } from '../../../components/lists/ListTable.tsx'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { useTagColumn } from '../../../components/tags/TagChips.tsx'
import { TagsDialog } from '../../../components/tags/TagsDialog.tsx'
import { useListSelection } from '../../../components/tags/use-list-selection.tsx'
import { paths, withQuery } from '../../../paths.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'
import { NameCell, ValueOrDash } from '../../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { DeleteSegmentDialog, DuplicateSegmentDialog, RenameSegmentDialog } from './SegmentDialogs.tsx'

type ListProps<Sort extends string> = Pick<
  ListTableProps<Segment, Sort>,
  'list' | 'page' | 'sort' | 'change' | 'search' | 'find' | 'filters' | 'end' | 'empty' | 'currentRow'
>

interface OpenDialog {
  kind: 'rename' | 'duplicate' | 'tags' | 'delete'
  segment: Segment
}

/** Segments with their counts and uses. Each can be edited, renamed, copied and deleted. */
export function SegmentsTable<Sort extends string>(list: ListProps<Sort>) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const columns = useColumns()
  const tags = useTagColumn(list.list.data?.rows)
  const mayDelete = useCan(ACTIVITY.segmentation, 'delete')
  const selection = useListSelection({
    kind: 'segment',
    rows: list.list.data?.rows,
    mayTag: useCan(ACTIVITY.segmentation, 'update'),
    remove: mayDelete ? row => callWithMeta(deleteSegment, { query: { segment_uuid: row.uuid } }) : undefined,
    isRemovable: row => row.approval_uuid === undefined,
  })
  const goTo = useGoTo()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [isOpen, setOpen] = useState(false)
  const menuOf = useRowMenu(next => {
    setDialog(next)
    setOpen(true)
  })
  const open = { open: isOpen, onOpenChange: setOpen }
  return (
    <>
      <ListTable
        {...list}
        failed={t('segments.failed')}
        label={t('tabs.segments')}
        columns={columns.toSpliced(2, 0, ...tags)}
        {...(selection && { selection })}
        rowId={segment => segment.uuid}
        rowName={segment => segment.name}
        {...(menuOf && { rowMenu: menuOf })}
      />
      {dialog?.kind === 'rename' && (
        <RenameSegmentDialog key={dialog.segment.uuid} segment={dialog.segment} {...open} />
      )}
      {dialog?.kind === 'duplicate' && (
        <DuplicateSegmentDialog
          key={dialog.segment.uuid}
          segment={dialog.segment}
          {...open}
          onCopied={uuid => void goTo(withQuery(paths.audience(slug), { segment: uuid }))}
        />
      )}
      {dialog?.kind === 'tags' && isOpen && (
        <TagsDialog kind="segment" things={[dialog.segment]} onClose={() => setOpen(false)} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteSegmentDialog key={dialog.segment.uuid} segment={dialog.segment} {...open} />
      )}
    </>
  )
}

/**
 * The row actions that the reader has the rights for; undefined if there are none. An open request blocks all changes.
 */
function useRowMenu(open: (dialog: OpenDialog) => void) {
  const slug = useSlug()
  const { t } = useTranslation(['audience', 'tags'])
  const goTo = useGoTo()
  const mayCreate = useCan(ACTIVITY.segmentation, 'create')
  const mayChange = useCan(ACTIVITY.segmentation, 'update')
  const mayDelete = useCan(ACTIVITY.segmentation, 'delete')
  if (!mayCreate && !mayChange && !mayDelete) return undefined
  return (segment: Segment): MenuItem[] => {
    const isFree = segment.approval_uuid === undefined
    const items: (MenuItem | false)[] = [
      isFree &&
        mayChange &&
        segment.kind === 'dynamic' && {
          label: t('segment.edit'),
          icon: ListFilter,
          onSelect: () => void goTo(paths.segmentEdit(slug, segment.uuid)),
        },
      isFree &&
        mayChange && { label: t('segment.rename'), icon: Pencil, onSelect: () => open({ kind: 'rename', segment }) },
      mayChange && { label: t('tags:button'), icon: Tag, onSelect: () => open({ kind: 'tags', segment }) },
      mayCreate && { label: t('segment.duplicate'), icon: Copy, onSelect: () => open({ kind: 'duplicate', segment }) },
      isFree &&
        mayDelete && {
          label: t('segment.delete'),
          icon: Trash2,
          danger: true,
          onSelect: () => open({ kind: 'delete', segment }),
        },
    ]
    return items.filter(item => item !== false)
  }
}

function useColumns(): TableColumn<Segment>[] {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const { number, shortDate } = useDisplay(useZone())
  return [
    {
      id: 'name',
      header: t('segments.name'),
      sortable: true,
      skeleton: 'text',
      width: '45%',
      cell: segment => (
        <NameCell
          name={<CutText>{segment.name}</CutText>}
          href={paths.segment(slug, segment.uuid)}
          sub={<PendingBadge approval={segment.approval_uuid} />}
        />
      ),
    },
    {
      id: 'kind',
      header: t('segments.kind'),
      skeleton: 'badge',
      card: 'badge',
      cell: ({ kind }) => <KindBadge kind={kind} />,
    },
    {
      id: 'uses',
      header: t('segments.usedBy'),
      skeleton: 'text',
      card: 'hidden',
      cell: segment => <UsedBy segment={segment} />,
    },
    {
      id: 'count',
      header: t('segments.contacts'),
      align: 'end',
      sortable: true,
      cell: segment => (
        <PageLink to={paths.segment(slug, segment.uuid)}>
          {segment.estimated ? t('segment.about', { shown: number(segment.count) }) : number(segment.count)}
        </PageLink>
      ),
    },
    {
      id: 'updated_on',
      header: t('segments.updated'),
      align: 'end',
      sortable: true,
      card: 'line',
      cell: segment => <span className="tnum text-muted">{shortDate(segment.updated_on)}</span>,
    },
  ]
}

/** How many campaigns, segments and sign-up forms use it. Requested per row, so that the list itself does not wait. */
function UsedBy({ segment }: { segment: Segment }) {
  const { t } = useTranslation('audience')
  const { data: use, error } = useRead(readSegmentUse, { query: { segment_uuid: segment.uuid } })
  if (error && !use) return <span className="text-muted">{t('segments.useFailed')}</span>
  if (use === undefined) return <Skeleton width="6rem" />
  const campaigns = use.campaigns.length + use.drafts.length
  const words = [
    campaigns > 0 && t('segments.campaigns', { count: campaigns }),
    use.segments.length > 0 && t('segments.segments', { count: use.segments.length }),
    use.forms.length > 0 && t('segments.forms', { count: use.forms.length }),
  ].filter(Boolean)
  return <ValueOrDash>{words.length > 0 ? <span className="text-ink-2">{words.join(', ')}</span> : null}</ValueOrDash>
}

/** Whether a segment is dynamic or static. */
export function KindBadge({ kind }: Pick<Segment, 'kind'>) {
  const { t } = useTranslation('audience')
  return <Badge type={kind === 'dynamic' ? 'light-blue' : 'secondary'}>{t(`segment.kind.${kind}`)}</Badge>
}
