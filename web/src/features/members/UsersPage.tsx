import { listMembers, type Member, MEMBER_STATUSES } from '@notifly/contracts/members/members'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { useRoles } from '../../components/members/use-grantable-roles.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useRoleWord } from '../../components/rights/use-role-word.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { useCan, useUser } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { NameCell } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberDialogs, memberLook, useMemberMenu } from './MemberActs.tsx'

const state = z.object({ ...listFields, status: z._default(z.enum([...MEMBER_STATUSES, '']), '') })

/** Who works in the organization of the application, and who is invited to. */
export function UsersPage() {
  const { t } = useTranslation('members')
  const mayInvite = useCan(ACTIVITY.users, 'create')
  const [isInviting, setInviting] = useState(false)
  return (
    <TitledPage
      title={t('list.title')}
      facts={t('list.lead')}
      actions={
        mayInvite && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {t('invite.title')}
          </Button>
        )
      }
    >
      <List onInvite={mayInvite ? () => setInviting(true) : undefined} />
      {mayInvite && <InviteDialog open={isInviting} onOpenChange={setInviting} />}
    </TitledPage>
  )
}

/** Without the roles it is unknown whom the reader may change, so the menus of rows lack it. Shown above loaded rows only. */
function RolesFailure() {
  const { t } = useTranslation('members')
  const { data, error, refetch } = useRoles()
  if (!error || data) return null
  return <PartFailure className="mb-4" error={error} title={t('invite.rolesFailed')} onRetry={() => void refetch()} />
}

function List({ onInvite }: { onInvite: (() => void) | undefined }) {
  const { t } = useTranslation('members')
  const [{ search, page, status }, change] = useUrlState(state)
  const list = useReadPage(listMembers, { query: { search, page, per_page: PER_PAGE, status: status || undefined } })
  const columns = useColumns()
  const { menu, act, close } = useMemberMenu()
  const isNarrowed = search !== '' || status !== ''
  return (
    <>
      {list.data && <RolesFailure />}
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('list.failed')}
        label={t('list.title')}
        columns={columns}
        rowId={row => row.uuid}
        rowName={row => row.name || row.email}
        rowMenu={menu}
        search={search}
        find={t('list.find')}
        filters={
          <FilterChip
            label={t('list.status')}
            allText={t('list.all')}
            options={MEMBER_STATUSES.map(each => ({ value: each, label: t(`status.${each}`) }))}
            value={status || null}
            onChange={chosen => change({ status: (chosen ?? '') as typeof status, page: 1 })}
          />
        }
        empty={
          isNarrowed ? (
            <NothingFound
              filtered={status !== ''}
              title={search ? t('list.noneFound', { search }) : t('list.noneWithStatus')}
              onClear={() => change({ search: '', status: '', page: 1 })}
            />
          ) : (
            <StateCard
              kind="empty"
              icon={Users}
              title={t('list.empty')}
              actions={
                onInvite && (
                  <Button variant="primary" icon={UserPlus} onClick={onInvite}>
                    {t('invite.title')}
                  </Button>
                )
              }
            >
              {t('list.emptyText')}
            </StateCard>
          )
        }
      />
      {act && <MemberDialogs act={act} onClose={close} />}
    </>
  )
}

function useColumns(): TableColumn<Member>[] {
  const slug = useSlug()
  const { t } = useTranslation('members')
  const { shortDate } = useDisplay()
  const roleWord = useRoleWord()
  const ownId = useUser().uuid
  return [
    {
      id: 'name',
      header: t('list.name'),
      skeleton: 'two-lines',
      cell: row => (
        <NameCell
          name={row.uuid === ownId ? t('list.you', { name: row.name }) : row.name || row.email}
          href={row.status === 'invited' ? undefined : paths.userEdit(slug, row.uuid)}
          sub={row.name ? <bdi>{row.email}</bdi> : t('list.notYet')}
          mark={<Avatar id={row.uuid} name={row.name || row.email} />}
        />
      ),
    },
    { id: 'role', header: t('list.role'), cell: row => <CutText>{roleWord(row.role.name)}</CutText> },
    {
      id: 'status',
      header: t('list.status'),
      skeleton: 'badge',
      card: 'badge',
      cell: row => <MemberBadge member={row} />,
    },
    {
      id: 'since',
      header: t('list.since'),
      cell: row => <span className="tnum">{shortDate(row.since)}</span>,
    },
  ]
}

function MemberBadge({ member }: { member: Member }) {
  const { t } = useTranslation('members')
  const look = memberLook(member)
  return look && <Badge type={look.tone}>{t(`status.${look.word}`)}</Badge>
}
