import { type ApiKey, deleteApiKey, endOldSecret, listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { BookOpen, Eye, KeyRound, Logs, Pencil, Plus, RotateCw, Trash2, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { useKeySecret } from '../../components/api-keys/use-key-secret.tsx'
import { PendingNote } from '../../components/approvals/PendingNote.tsx'
import { useReopened } from '../../components/approvals/use-request.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { RotateSecretDialog } from './RotateSecretDialog.tsx'

const state = z.object(listFields)

/** What a row is asked for, besides showing its secret. */
type Act = 'rotate' | 'end' | 'delete'

/** Keys by which programs act for the application. */
export function KeysPage() {
  const { t } = useTranslation('keys')
  const mayCreate = useCan(ACTIVITY.keys, 'create')
  const zoneWords = useZoneWords()
  const [open, setOpen] = useState<ApiKey | 'new'>()
  const reopened = useReopened()
  const secret = useKeySecret()
  const createButton = (variant?: 'primary') =>
    mayCreate && (
      <Button variant={variant} icon={Plus} onClick={() => setOpen('new')}>
        {t('list.new')}
      </Button>
    )
  return (
    <TitledPage
      title={t('title')}
      facts={[t('lead'), zoneWords].filter(Boolean).join(' · ')}
      actions={
        <>
          <ButtonLink icon={BookOpen} href={paths.developers()}>
            {t('reference')}
          </ButtonLink>
          {createButton('primary')}
        </>
      }
      stacked
    >
      <PendingNote activity={ACTIVITY.keys} />
      <KeyList onShow={secret.show} onEdit={setOpen} create={createButton()} />
      {mayCreate && (open || reopened.request) && (
        <KeyDialog
          key={reopened.request?.uuid ?? ''}
          apiKey={open === 'new' ? undefined : open}
          reopened={reopened}
          onCreated={secret.show}
          onClose={() => {
            setOpen(undefined)
            reopened.close()
          }}
        />
      )}
      {secret.dialog}
    </TitledPage>
  )
}

interface KeyListProps {
  onShow: (row: ApiKey) => void
  onEdit: (row: ApiKey) => void
  create: ReactNode
}

function KeyList({ onShow, onEdit, create }: KeyListProps) {
  const { t } = useTranslation('keys')
  const [{ search, page }, change] = useUrlState(state)
  const [asked, setAsked] = useState<{ act: Act; row: ApiKey }>()
  const close = () => setAsked(undefined)
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
        rowMenu={useRowMenu({ onShow, onEdit, onAct: (act, row) => setAsked({ act, row }) })}
        search={search}
        find={t('list.find')}
        empty={empty}
      />
      {asked?.act === 'rotate' && <RotateSecretDialog apiKey={asked.row} onRotated={onShow} onClose={close} />}
      {asked?.act === 'end' && (
        <ConfirmWrite
          endpoint={endOldSecret}
          input={{ body: { client_id: asked.row.client_id } }}
          refreshes={[listApiKeys]}
          onClose={close}
          title={t('end.title', { name: asked.row.name })}
          action={t('end.action')}
        >
          {t('end.text')}
        </ConfirmWrite>
      )}
      {asked?.act === 'delete' && (
        <ConfirmWrite
          endpoint={deleteApiKey}
          input={{ query: { client_id: asked.row.client_id } }}
          refreshes={[listApiKeys]}
          onClose={close}
          title={t('delete.title', { name: asked.row.name })}
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
  const zone = useZone()
  const { shortDate } = useDisplay(zone)
  const relativeTime = useRelativeTime(zone)
  return [
    {
      id: 'name',
      header: t('list.name'),
      skeleton: 'two-lines',
      cell: row => (
        <span className="flex max-w-72 min-w-0 flex-col sm:max-w-52 sm:py-1 lg:max-w-64">
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
          {row.old_secret_until !== null && (
            <span className="text-12 whitespace-normal text-warning-ink">
              {t('list.old', { time: shortDate(row.old_secret_until) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'client_id',
      header: t('list.clientId'),
      // An id in one line with its button, where the window has the room.
      width: '20rem',
      card: 'line',
      cell: row => (
        <span className="flex items-center gap-1">
          <bdi dir="ltr" className="min-w-36 font-mono text-12 wrap-anywhere whitespace-normal">
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
      skeleton: 'two-lines',
      cell: row => (
        <span className="flex max-w-40 flex-col">
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
    <span className="truncate text-12 text-muted" title={words}>
      {words}
    </span>
  )
}

interface RowActs extends Omit<KeyListProps, 'create'> {
  onAct: (act: Act, row: ApiKey) => void
}

function useRowMenu({ onShow, onEdit, onAct }: RowActs): (row: ApiKey) => MenuItem[] {
  const { t } = useTranslation('keys')
  const mayCreate = useCan(ACTIVITY.keys, 'create')
  const mayDelete = useCan(ACTIVITY.keys, 'delete')
  const logs = paths.logs(useSlug())
  const hasLogs = usePageExists()(logs)
  return row => {
    const waits = { disabled: row.approval_uuid !== undefined, hint: row.approval_uuid && t('list.waits') }
    return [
      mayCreate && { label: t('secret.show'), icon: Eye, onSelect: () => onShow(row) },
      hasLogs && { label: t('calls'), icon: Logs, href: `${logs}?kind=api&key=${row.client_id}` },
      mayCreate && { label: t('edit.open'), icon: Pencil, ...waits, onSelect: () => onEdit(row) },
      mayCreate && { label: t('rotate.open'), icon: RotateCw, onSelect: () => onAct('rotate', row) },
      mayCreate &&
        row.old_secret_until !== null && { label: t('end.open'), icon: Unplug, onSelect: () => onAct('end', row) },
      mayCreate && mayDelete && { separator: true },
      mayDelete && {
        label: t('delete.open'),
        icon: Trash2,
        danger: true,
        ...waits,
        onSelect: () => onAct('delete', row),
      },
    ]
  }
}
