import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { deleteTemplate, listTemplates, type TemplateRow } from '@notifly/contracts/templates/templates'
import { BellRing, Copy, Eye, LayoutTemplate, MessageSquare, Pencil, Plus, Smartphone, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../api/client.ts'
import { useReadPage } from '../../api/queries.ts'
import { PendingNote } from '../../components/approvals/PendingNote.tsx'
import { DeleteRefusal } from '../../components/campaigns/DeleteRefusal.tsx'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { TextCell } from '../../components/lists/TextCell.tsx'
import { TemplateTabs } from '../../components/navigation/TemplateTabs.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { useTagColumn } from '../../components/tags/TagChips.tsx'
import { ViewsMenu } from '../../components/views/ViewsMenu.tsx'
import { TagFilter } from '../../components/tags/TagFilter.tsx'
import { TagsDialog } from '../../components/tags/TagsDialog.tsx'
import { useListSelection } from '../../components/tags/use-list-selection.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { useDuplicate } from './use-duplicate.ts'

const SORTS = ['name', '-name', 'updated_on', '-updated_on'] as const
const TYPES = ['Email', 'SMS', 'Webpush', 'Mobilepush'] as const
type TemplateType = (typeof TYPES)[number]

const WORDS = {
  Email: {
    icon: LayoutTemplate,
    start: undefined,
    lead: 'list.lead',
    empty: 'list.empty',
    emptyText: 'list.emptyText',
  },
  SMS: {
    icon: MessageSquare,
    start: 'sms',
    lead: 'list.leadSms',
    empty: 'list.emptySms',
    emptyText: 'list.emptySmsText',
  },
  Webpush: {
    icon: BellRing,
    start: 'webpush',
    lead: 'list.leadPush',
    empty: 'list.emptyPush',
    emptyText: 'list.emptyPushText',
  },
  Mobilepush: {
    icon: Smartphone,
    start: 'mobilepush',
    lead: 'list.leadApp',
    empty: 'list.emptyPush',
    emptyText: 'list.emptyAppText',
  },
} as const satisfies Record<TemplateType, object>

const state = z.object({
  type: z._default(z.enum(TYPES), 'Email'),
  sort: z._default(z.enum(SORTS), '-updated_on'),
  ...listFields,
  tag: z.optional(z.string()),
})

/** The templates of an application. */
export function TemplatesPage() {
  const { t } = useTranslation('templates')
  const slug = useSlug()
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const zoneWords = useZoneWords()
  const [{ type }] = useUrlState(state)
  return (
    <TitledPage
      title={t('list.title')}
      facts={[t(WORDS[type].lead), zoneWords].filter(Boolean).join(' · ')}
      actions={
        mayCreate && (
          <ButtonLink variant="primary" icon={Plus} href={newPath(slug, type)}>
            {t('list.new')}
          </ButtonLink>
        )
      }
    >
      <TemplateTabs value={type} />
      <TemplateList key={type} type={type} mayCreate={mayCreate} />
    </TitledPage>
  )
}

function newPath(slug: string, type: TemplateType): string {
  return paths.templateNew(slug, { type: WORDS[type].start })
}

function TemplateList({ type, mayCreate }: { type: TemplateType; mayCreate: boolean }) {
  const slug = useSlug()
  const { t } = useTranslation('templates')
  const [{ search, sort, page, tag }, change] = useUrlState(state)
  const [deleting, setDeleting] = useState<TemplateRow>()
  const [tagging, setTagging] = useState<TemplateRow>()
  const mayTag = useCan(ACTIVITY.templateEmail, 'update')
  const mayDelete = useCan(ACTIVITY.templateEmail, 'delete')
  const list = useReadPage(listTemplates, { query: { type, search, tag, sort, page, per_page: PER_PAGE } })
  const columns = useColumns()
  const tags = useTagColumn(list.data?.rows)
  const rowMenu = useRowMenu(setDeleting, setTagging)
  const selection = useListSelection({
    kind: 'template',
    rows: list.data?.rows,
    mayTag,
    remove: mayDelete ? row => callWithMeta(deleteTemplate, { query: { template_uuid: row.uuid } }) : undefined,
    isRemovable: row => row.approval_uuid === undefined,
  })
  return (
    <>
      <PendingNote activity={ACTIVITY.templateEmail} />
      <ListTable
        list={list}
        page={page}
        sort={sort}
        change={change}
        failed={t('list.failed')}
        label={t('list.title')}
        columns={columns.toSpliced(1, 0, ...tags)}
        {...(selection && { selection })}
        rowId={row => row.uuid}
        rowName={row => row.name}
        rowMenu={rowMenu}
        search={search}
        find={t('list.find')}
        filters={<TagFilter kind="template" value={tag} onChange={next => change({ tag: next, page: 1 })} />}
        end={<ViewsMenu list="templates" />}
        empty={
          <Nothing
            newHref={mayCreate ? newPath(slug, type) : undefined}
            type={type}
            search={search}
            tag={tag}
            onClear={() => change({ search: '', tag: undefined, page: 1 })}
          />
        }
      />
      {tagging && <TagsDialog kind="template" things={[tagging]} onClose={() => setTagging(undefined)} />}
      {deleting && <DeleteTemplateDialog template={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function useColumns(): TableColumn<TemplateRow>[] {
  const slug = useSlug()
  const { t } = useTranslation('templates')
  const { number, shortDate } = useDisplay(useZone())
  return [
    {
      id: 'name',
      header: t('list.name'),
      sortable: true,
      skeleton: 'two-lines',
      cell: row => (
        <TextCell
          href={paths.template(slug, row.uuid)}
          name={row.name}
          approval={row.approval_uuid}
          text={row.type === 'Email' ? row.subject || t('list.noSubject') : row.excerpt || t('list.noText')}
        />
      ),
    },
    {
      id: 'version',
      header: t('list.version'),
      align: 'end',
      skeleton: 'number',
      card: 'hidden',
      cell: row => number(row.version),
    },
    {
      id: 'updated_on',
      header: t('list.updated'),
      sortable: true,
      cell: row => <span className="tnum">{shortDate(row.updated_on)}</span>,
    },
    {
      id: 'updated_by',
      header: t('list.updatedBy'),
      card: 'hidden',
      cell: row => (row.updated_by === null ? '–' : <CutText>{row.updated_by}</CutText>),
    },
  ]
}

function useRowMenu(
  onDelete: (row: TemplateRow) => void,
  onTag: (row: TemplateRow) => void,
): (row: TemplateRow) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation(['templates', 'tags'])
  const mayTag = useCan(ACTIVITY.templateEmail, 'update')
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const mayDelete = useCan(ACTIVITY.templateEmail, 'delete')
  const duplicate = useDuplicate()
  return row => [
    mayTag
      ? { label: t('list.edit'), icon: Pencil, href: paths.template(slug, row.uuid) }
      : { label: t('list.open'), icon: Eye, href: paths.template(slug, row.uuid) },
    mayTag && { label: t('tags:button'), icon: Tag, onSelect: () => onTag(row) },
    mayCreate && { label: t('list.duplicate'), icon: Copy, onSelect: () => duplicate(row) },
    mayDelete && { separator: true },
    mayDelete && { label: t('delete.action'), icon: Trash2, danger: true, onSelect: () => onDelete(row) },
  ]
}

interface NothingProps {
  /** Absent for who may not create one. */
  newHref: string | undefined
  type: TemplateType
  search: string
  tag: string | undefined
  onClear: () => void
}

function Nothing({ newHref, type, search, tag, onClear }: NothingProps) {
  const { t } = useTranslation(['templates', 'tags'])
  if (search) return <NothingFound title={t('list.noneFound', { search })} onClear={onClear} />
  if (tag !== undefined) return <NothingFound filtered title={t('tags:none', { tag })} onClear={onClear} />
  return (
    <StateCard
      kind="empty"
      icon={WORDS[type].icon}
      title={t(WORDS[type].empty)}
      actions={
        newHref !== undefined && (
          <ButtonLink icon={Plus} href={newHref}>
            {t('list.new')}
          </ButtonLink>
        )
      }
    >
      {t(WORDS[type].emptyText)}
    </StateCard>
  )
}

/** Asks before a template is deleted; scheduled campaigns that need it are named and keep it. */
function DeleteTemplateDialog({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const { t } = useTranslation('templates')
  return (
    <ConfirmWrite
      endpoint={deleteTemplate}
      input={{ query: { template_uuid: template.uuid } }}
      refreshes={[listTemplates]}
      onClose={onClose}
      title={t('delete.title', { name: template.name })}
      action={t('delete.action')}
      refusal={error => <DeleteRefusal error={error} used={count => t('delete.used', { count })} />}
    >
      {t('delete.text')}
    </ConfirmWrite>
  )
}
