import { listOrganizations, type Organization } from '@notifly/contracts/organizations/organizations'
import { Building2, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useRoleWord } from '../../components/rights/use-role-word.ts'
import { paths, withQuery } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { AppMark } from '../../ui/layout/Avatar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

const state = z.object(listFields)

/** The caller's organizations. */
export function OrganizationsPage() {
  const { t } = useTranslation('organizations')
  const [{ search, page }, change] = useUrlState(state)
  const list = useReadPage(listOrganizations, { query: { search, page, per_page: PER_PAGE } })
  const total = list.data?.paging.total ?? 0
  const columns = useColumns()
  return (
    <TitledPage
      title={t('list.title')}
      facts={list.data && !search ? t('list.count', { count: total }) : null}
      actions={
        <ButtonLink variant="primary" icon={Plus} href={paths.organizationEdit('new')}>
          {t('list.new')}
        </ButtonLink>
      }
    >
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('list.failed')}
        label={t('list.title')}
        columns={columns}
        rowId={row => row.uuid}
        rowName={row => row.name}
        search={search}
        find={t('list.find')}
        empty={<Nothing search={search} onClear={() => change({ search: '', page: 1 })} />}
      />
    </TitledPage>
  )
}

function useColumns(): TableColumn<Organization>[] {
  const { t } = useTranslation('organizations')
  const { number, shortDate } = useDisplay()
  const roleWord = useRoleWord()
  return [
    {
      id: 'name',
      header: t('list.name'),
      skeleton: 'name',
      cell: row => (
        <span className="flex items-center gap-2.5 font-medium">
          <AppMark id={row.uuid} name={row.name} />
          <Link href={paths.organizationEdit(row.uuid)} tone="door" data-row-link className="min-w-0">
            <CutText>{row.name}</CutText>
          </Link>
        </span>
      ),
    },
    {
      id: 'role',
      header: t('list.role'),
      skeleton: 'badge',
      card: 'badge',
      cell: row => <Badge>{roleWord(row.role.name)}</Badge>,
    },
    {
      id: 'applications',
      header: t('list.applications'),
      align: 'end',
      skeleton: 'number',
      cell: row => (
        <PageLink to={withQuery(paths.applications(), { organization: row.uuid })}>{number(row.applications)}</PageLink>
      ),
    },
    { id: 'members', header: t('list.members'), align: 'end', skeleton: 'number', cell: row => number(row.members) },
    {
      id: 'created',
      header: t('list.created'),
      cell: row => <span className="tnum">{shortDate(row.created_on)}</span>,
    },
  ]
}

function Nothing({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation('organizations')
  if (search) return <NothingFound title={t('list.noneFound', { search })} onClear={onClear} />
  return (
    <StateCard
      kind="empty"
      icon={Building2}
      title={t('list.empty')}
      actions={
        <ButtonLink variant="primary" icon={Plus} href={paths.organizationEdit('new')}>
          {t('list.new')}
        </ButtonLink>
      }
    >
      {t('list.emptyText')}
    </StateCard>
  )
}
