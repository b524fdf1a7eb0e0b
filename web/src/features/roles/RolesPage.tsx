import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { deleteRole, listRoles, type Role } from '@notifly/contracts/roles/roles'
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'
import { useReadPage } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useRoleWord } from '../../components/rights/use-role-word.ts'
import { useCan } from '../../components/session/use-session.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { useDuration, useLock } from './role-fields.ts'

const state = z.object(listFields)

/** The roles of the application's organization: those that all have, then its own. */
export function RolesPage() {
  const { t } = useTranslation('roles')
  const slug = useSlug()
  const mayCreate = useCan(ACTIVITY.roles, 'create')
  return (
    <TitledPage
      title={t('list.title')}
      facts={t('list.lead')}
      actions={
        mayCreate && (
          <ButtonLink variant="primary" icon={Plus} href={paths.roleEdit(slug, 'new')}>
            {t('list.new')}
          </ButtonLink>
        )
      }
    >
      <RoleList />
    </TitledPage>
  )
}

function RoleList() {
  const { t } = useTranslation('roles')
  const [{ search, page }, change] = useUrlState(state)
  const [deleting, setDeleting] = useState<Role>()
  const list = useReadPage(listRoles, { query: { search, page, per_page: PER_PAGE } })
  return (
    <>
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('list.failed')}
        label={t('list.title')}
        columns={useColumns()}
        rowId={row => row.uuid}
        rowName={row => row.name}
        rowMenu={useRowMenu(setDeleting)}
        search={search}
        find={t('list.find')}
        empty={<NothingFound title={t('list.noneFound', { search })} onClear={() => change({ search: '', page: 1 })} />}
      />
      {deleting && <DeleteRoleDialog role={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function useColumns(): TableColumn<Role>[] {
  const slug = useSlug()
  const { t } = useTranslation('roles')
  const { number } = useDisplay()
  const roleWord = useRoleWord()
  const duration = useDuration()
  return [
    {
      id: 'name',
      header: t('list.name'),
      skeleton: 'name',
      cell: row => (
        <span className="flex min-w-0 items-center gap-2">
          <Link href={paths.roleEdit(slug, row.uuid)} tone="door" data-row-link className="min-w-0 font-medium">
            <CutText>{roleWord(row.name)}</CutText>
          </Link>
          {row.is_default && <Badge type="secondary">{t('list.default')}</Badge>}
        </span>
      ),
    },
    { id: 'group', header: t('form.group'), cell: row => t(`form.groups.${row.group}`) },
    {
      id: 'sla',
      header: t('list.undecided'),
      cell: row => t(`list.undecidedAfter.${row.slaOptions}`, { after: duration(row.slaDuration) }),
    },
    {
      id: 'members',
      header: t('list.members'),
      align: 'end',
      skeleton: 'number',
      cell: row => <PageLink to={paths.users(slug)}>{number(row.members)}</PageLink>,
    },
  ]
}

function useRowMenu(onDelete: (row: Role) => void): (row: Role) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation('roles')
  const mayCreate = useCan(ACTIVITY.roles, 'create')
  const mayDelete = useCan(ACTIVITY.roles, 'delete')
  const lockOf = useLock()
  const isDeletable = (row: Role) => mayDelete && [undefined, 'level'].includes(lockOf(row))
  return row => [
    {
      label: lockOf(row) === undefined ? t('list.edit') : t('list.open'),
      icon: Pencil,
      href: paths.roleEdit(slug, row.uuid),
    },
    mayCreate && { label: t('list.duplicate'), icon: Copy, href: paths.roleEdit(slug, 'new', row.uuid) },
    isDeletable(row) && { separator: true },
    isDeletable(row) && { label: t('list.delete'), icon: Trash2, danger: true, onSelect: () => onDelete(row) },
  ]
}

const roleUse = z.object({ members: z.number(), invitations: z.number() })

/** Asks before a role is deleted; one in use stays, and says by how many. */
function DeleteRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation('roles')
  return (
    <ConfirmWrite
      endpoint={deleteRole}
      input={{ query: { uuid: role.uuid } }}
      refreshes={[listRoles]}
      onClose={onClose}
      title={t('delete.title', { name: role.name })}
      action={t('delete.action')}
      refusal={error => <Refusal error={error} />}
    >
      {t('delete.text')}
    </ConfirmWrite>
  )
}

function Refusal({ error }: { error: ApiError }) {
  const slug = useSlug()
  const { t } = useTranslation('roles')
  const used = roleUse.safeParse(error.data)
  if (!used.success) return <p>{translateSentence(error)}</p>
  const { members, invitations } = used.data
  return (
    <>
      {members > 0 && <p>{t('delete.members', { count: members })}</p>}
      {invitations > 0 && <p>{t('delete.invitations', { count: invitations })}</p>}
      <PageLink to={paths.users(slug)}>{t('delete.toUsers')}</PageLink>
    </>
  )
}
