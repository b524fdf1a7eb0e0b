import { type ApiKey, deleteApiKey, listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Eye, KeyRound, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { useKeySecret } from '../../components/api-keys/use-key-secret.tsx'
import { PendingNote } from '../../components/approvals/PendingNote.tsx'
import { useReopened } from '../../components/approvals/use-request.ts'
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
import { useCan } from '../../components/session/use-session.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'

const state = z.object(listFields)

/** Keys by which programs act for the application. */
export function KeysPage() {
  const { t } = useTranslation('keys')
  const mayCreate = useCan(ACTIVITY.keys, 'create')
  const zoneWords = useZoneWords()
  const [isCreating, setCreating] = useState(false)
  const reopened = useReopened()
  const secret = useKeySecret()
  const createButton = (variant?: 'primary') =>
    mayCreate && (
      <Button variant={variant} icon={Plus} onClick={() => setCreating(true)}>
        {t('list.new')}
      </Button>
    )
  return (
    <TitledPage
      title={t('title')}
      facts={[t('lead'), zoneWords].filter(Boolean).join(' · ')}
      actions={createButton('primary')}
    >
      <PendingNote activity={ACTIVITY.keys} />
      <KeyList onShow={secret.show} create={createButton()} />
      {mayCreate && (isCreating || reopened.request) && (
        <CreateKeyDialog
          key={reopened.request?.uuid ?? ''}
          reopened={reopened}
          onCreated={secret.show}
          onClose={() => {
            setCreating(false)
            reopened.close()
          }}
        />
      )}
      {secret.dialog}
    </TitledPage>
  )
}

function KeyList({ onShow, create }: { onShow: (row: ApiKey) => void; create: ReactNode }) {
  const { t } = useTranslation('keys')
  const [{ search, page }, change] = useUrlState(state)
  const [deleting, setDeleting] = useState<ApiKey>()
  const list = useReadPage(listApiKeys, { query: { search, page, per_page: PER_PAGE } })
  const empty = search ? (
    <NothingFound title={t('list.noneFound', { search })} onClear={() => change({ search: '', page: 1 })} />
  ) : (
    <StateCard kind="empty" icon={KeyRound} title={t(create ? 'list.empty' : 'list.none')} actions={create}>
      {t('list.emptyText')}
    </StateCard>
  )
  return (
    <>
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('list.failed')}
        label={t('title')}
        columns={useColumns()}
        rowId={row => row.client_id}
        rowName={row => row.name}
        rowMenu={useRowMenu(onShow, setDeleting)}
        search={search}
        find={t('list.find')}
        empty={empty}
      />
      {deleting && (
        <ConfirmWrite
          endpoint={deleteApiKey}
          input={{ query: { client_id: deleting.client_id } }}
          refreshes={[listApiKeys]}
          onClose={() => setDeleting(undefined)}
          title={t('delete.title', { name: deleting.name })}
          action={t('delete.action')}
        >
          {t('delete.text')}
        </ConfirmWrite>
      )}
    </>
  )
}

function useColumns(): TableColumn<ApiKey>[] {
  const { t } = useTranslation(['keys', 'common'])
  const slug = useSlug()
  const { shortDate, relativeTime } = useDisplay(useZone())
  return [
    {
      id: 'name',
      header: t('list.name'),
      ghost: 'two-lines',
      cell: row => (
        <span className="flex min-w-0 flex-col">
          <span className="flex items-center gap-2">
            <span className="min-w-0 font-medium">
              <CutText>{row.name}</CutText>
            </span>
            {row.approval_uuid && (
              <PageLink to={paths.approvals(slug)}>
                <Badge type="mellow">{t('list.waits')}</Badge>
              </PageLink>
            )}
          </span>
          <Scopes scopes={row.scopes} />
        </span>
      ),
    },
    {
      id: 'client_id',
      header: t('list.clientId'),
      card: 'line',
      cell: row => (
        <span className="flex items-center gap-1">
          <bdi dir="ltr" className="font-mono text-12">
            {row.client_id}
          </bdi>
          <CopyButton text={row.client_id} iconOnly />
        </span>
      ),
    },
    {
      id: 'limit',
      header: t('list.limit'),
      card: 'hidden',
      cell: row => t('list.perSecond', { rate: row.rate_limit }),
    },
    {
      id: 'used',
      header: t('list.used'),
      card: 'hidden',
      cell: row => (row.last_used_on === null ? t('list.never') : relativeTime(row.last_used_on)),
    },
    {
      id: 'created',
      header: t('list.created'),
      ghost: 'two-lines',
      cell: row => (
        <span className="flex flex-col">
          <span className="tnum">{shortDate(row.created_on)}</span>
          <span className="text-12 text-muted">
            {row.created_by === null ? t('list.somebody') : <CutText>{row.created_by}</CutText>}
          </span>
        </span>
      ),
    },
  ]
}

function Scopes({ scopes }: { scopes: ApiKey['scopes'] }) {
  const { t } = useTranslation('keys')
  const words = scopes.map(scope => t(`scopes.${scope.replace(':', '-')}`)).join(' · ')
  return (
    <span className="block max-w-80 truncate text-12 text-muted" title={words}>
      {words}
    </span>
  )
}

function useRowMenu(onShow: (row: ApiKey) => void, onDelete: (row: ApiKey) => void): (row: ApiKey) => MenuItem[] {
  const { t } = useTranslation('keys')
  const mayShow = useCan(ACTIVITY.keys, 'create')
  const mayDelete = useCan(ACTIVITY.keys, 'delete')
  return row => [
    mayShow && { label: t('secret.show'), icon: Eye, onSelect: () => onShow(row) },
    mayShow && mayDelete && { separator: true },
    mayDelete && {
      label: t('delete.open'),
      icon: Trash2,
      danger: true,
      disabled: row.approval_uuid !== undefined,
      hint: row.approval_uuid && t('list.waits'),
      onSelect: () => onDelete(row),
    },
  ]
}
