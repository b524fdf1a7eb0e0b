import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { partOf } from '@notifly/contracts/whatsapp-templates/components'
import {
  listWhatsappTemplates,
  WHATSAPP_STATUSES,
  type WhatsappSync,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type { TFunction } from 'i18next'
import { Copy, Eye, LayoutTemplate, Pencil, Plus, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { PendingNote } from '../../components/approvals/PendingNote.tsx'
import { setUpPath } from '../../components/channels/channels.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { TextCell } from '../../components/lists/TextCell.tsx'
import { TemplateTabs } from '../../components/navigation/TemplateTabs.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { useTagColumn } from '../../components/tags/TagChips.tsx'
import { TagFilter } from '../../components/tags/TagFilter.tsx'
import { TagsDialog } from '../../components/tags/TagsDialog.tsx'
import { useListSelection } from '../../components/tags/use-list-selection.tsx'
import { SessionRule } from '../../components/whatsapp/SessionRule.tsx'
import { languageName } from '../../components/whatsapp/use-whatsapp-template.ts'
import { WhatsAppStatus } from '../../components/whatsapp/WhatsAppStatus.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { TwoLines } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { canChange } from './change-blocker.ts'
import { DeleteWhatsAppDialog } from './DeleteWhatsAppDialog.tsx'
import { SyncButton, SyncFailure, useSync, useSyncWords } from './SyncState.tsx'

const SORTS = ['name', '-name', 'updated_on', '-updated_on'] as const
const state = z.object({
  sort: z._default(z.enum(SORTS), '-updated_on'),
  status: z.optional(z.enum(WHATSAPP_STATUSES)),
  ...listFields,
  tag: z.optional(z.string()),
})

/** The templates that WhatsApp keeps for this application. */
export function WhatsAppTemplatesPage() {
  const { t } = useTranslation('whatsapp')
  const slug = useSlug()
  const mayCreate = useCan(ACTIVITY.templateWhatsapp, 'create')
  const isPhone = useIsPhone()
  const { data: sync } = useSync()
  const when = useSyncWords(sync)
  return (
    <TitledPage
      title={t('list.title')}
      // On a phone there is one line, before and after it is known.
      facts={isPhone && when ? when : [t('list.lead'), when].filter(Boolean).join(' · ')}
      actions={
        <>
          <SyncButton sync={sync} />
          {mayCreate && sync?.configured === true && (
            <ButtonLink variant="primary" icon={Plus} href={paths.whatsappTemplateNew(slug)}>
              {t('list.new')}
            </ButtonLink>
          )}
        </>
      }
    >
      <TemplateTabs value="Whatsapp" />
      <Templates sync={sync} />
    </TitledPage>
  )
}

function Templates({ sync }: { sync: WhatsappSync | undefined }) {
  const { t } = useTranslation(['whatsapp', 'tags'])
  const [{ search, sort, page, status, tag }, change] = useUrlState(state)
  const [deleting, setDeleting] = useState<WhatsappTemplate>()
  const [tagging, setTagging] = useState<WhatsappTemplate>()
  const query = { search, sort, page, status, tag, per_page: PER_PAGE }
  const list = useReadPage(listWhatsappTemplates, { query })
  const columns = useColumns()
  const tags = useTagColumn(list.data?.rows)
  const rowMenu = useRowMenu(setDeleting, setTagging)
  const mayTag = useCan(ACTIVITY.templateWhatsapp, 'create')
  const selection = useListSelection({ kind: 'whatsapp-template', rows: list.data?.rows, mayTag })
  if (sync?.configured === false && sync.templates === 0) return <NotSetUp />
  return (
    <>
      <SyncFailure sync={sync} />
      <PendingNote activity={ACTIVITY.templateWhatsapp} />
      <div className="mb-4">
        <SessionRule />
      </div>
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
        filters={
          <>
            <FilterChip
              label={t('list.statusFilter')}
              allText={t('list.allStatuses')}
              options={WHATSAPP_STATUSES.map(value => ({ value, label: t(`status.${value}`) }))}
              value={status ?? null}
              onChange={next => change({ status: WHATSAPP_STATUSES.find(each => each === next), page: 1 })}
            />
            <TagFilter kind="whatsapp-template" value={tag} onChange={next => change({ tag: next, page: 1 })} />
          </>
        }
        empty={
          search || status || tag ? (
            <NothingFound
              title={nothingWords(t, { search, status, tag })}
              onClear={() => change({ search: '', status: undefined, tag: undefined, page: 1 })}
            />
          ) : (
            <Nothing sync={sync} />
          )
        }
      />
      {tagging && <TagsDialog kind="whatsapp-template" things={[tagging]} onClose={() => setTagging(undefined)} />}
      {deleting && <DeleteWhatsAppDialog template={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function nothingWords(
  t: TFunction<['whatsapp', 'tags']>,
  { search, status, tag = '' }: { search: string; status: string | undefined; tag: string | undefined },
): string {
  if (search) return t('list.noneFound', { search })
  return status === undefined ? t('tags:none', { tag }) : t('list.noneOfStatus')
}

function useColumns(): TableColumn<WhatsappTemplate>[] {
  const slug = useSlug()
  const { t, i18n } = useTranslation('whatsapp')
  const { shortDate } = useDisplay(useZone())
  return [
    {
      id: 'name',
      header: t('list.name'),
      sortable: true,
      skeleton: 'two-lines',
      cell: row => (
        <TextCell
          href={paths.whatsappTemplate(slug, row.uuid)}
          name={row.name}
          approval={row.approval_uuid}
          text={bodyOf(row)}
        />
      ),
    },
    {
      id: 'status',
      header: t('list.status'),
      cell: row => <WhatsAppStatus status={row.status} />,
    },
    {
      id: 'category',
      header: t('list.category'),
      cell: row => <TwoLines sub={languageName(row.language, i18n.language)}>{categoryName(row.category, t)}</TwoLines>,
    },
    {
      id: 'quality',
      header: t('list.quality'),
      card: 'hidden',
      cell: row => (row.quality !== null && QUALITIES.includes(row.quality) ? t(`quality.${row.quality}`) : '–'),
    },
    {
      id: 'updated_on',
      header: t('list.updated'),
      sortable: true,
      cell: row => <span className="tnum">{shortDate(row.updated_on)}</span>,
    },
  ]
}

const QUALITIES = ['GREEN', 'YELLOW', 'RED']
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION']

/** A newer category is shown as WhatsApp spells it. */
function categoryName(category: string, t: (key: string) => string): string {
  return CATEGORIES.includes(category) ? t(`category.${category}`) : category
}

function bodyOf({ components }: WhatsappTemplate): string {
  return (partOf(components, 'BODY')?.text ?? '').replaceAll(/\s+/g, ' ')
}

function useRowMenu(
  onDelete: (row: WhatsappTemplate) => void,
  onTag: (row: WhatsappTemplate) => void,
): (row: WhatsappTemplate) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation(['whatsapp', 'tags'])
  const mayCreate = useCan(ACTIVITY.templateWhatsapp, 'create')
  const mayDelete = useCan(ACTIVITY.templateWhatsapp, 'delete')
  return row => [
    { label: t('list.open'), icon: Eye, href: paths.whatsappTemplate(slug, row.uuid) },
    mayCreate &&
      canChange(row) && { label: t('list.edit'), icon: Pencil, href: paths.whatsappTemplateEdit(slug, row.uuid) },
    mayCreate && { label: t('tags:button'), icon: Tag, onSelect: () => onTag(row) },
    mayCreate && {
      label: t('list.duplicate'),
      icon: Copy,
      href: paths.whatsappTemplateNew(slug, { from: row.uuid }),
    },
    mayDelete && { separator: true },
    mayDelete && { label: t('delete.action'), icon: Trash2, danger: true, onSelect: () => onDelete(row) },
  ]
}

function NotSetUp() {
  const slug = useSlug()
  const { t } = useTranslation('whatsapp')
  const exists = usePageExists()
  const setUp = setUpPath(slug, 'whatsapp')
  return (
    <StateCard
      kind="empty"
      framed
      icon={LayoutTemplate}
      title={t('sync.notSetUp')}
      actions={
        exists(setUp) && (
          <ButtonLink variant="primary" href={setUp}>
            {t('sync.setUp')}
          </ButtonLink>
        )
      }
    >
      {t('sync.notSetUpText')}
    </StateCard>
  )
}

function Nothing({ sync }: { sync: WhatsappSync | undefined }) {
  const slug = useSlug()
  const { t } = useTranslation('whatsapp')
  const mayCreate = useCan(ACTIVITY.templateWhatsapp, 'create')
  return (
    <StateCard
      kind="empty"
      icon={LayoutTemplate}
      title={t('list.empty')}
      actions={
        mayCreate && (
          <>
            <ButtonLink variant="primary" icon={Plus} href={paths.whatsappTemplateNew(slug)}>
              {t('list.new')}
            </ButtonLink>
            <SyncButton sync={sync} />
          </>
        )
      }
    >
      {t('list.emptyText')}
    </StateCard>
  )
}
