import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { deleteSignUpForm, listSignUpForms, type SignUpFormRow } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { ClipboardPen, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { PendingBadge } from '../../components/approvals/PendingBadge.tsx'
import { AudienceFrame } from '../../components/contacts/AudienceFrame.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

const state = z.object(listFields)

/** Forms through which people subscribe, with their results: a tab of the audience. */
export function SignUpFormsPage() {
  const slug = useSlug()
  const { t } = useTranslation('forms')
  const mayCreate = useCan(ACTIVITY.audience, 'create')
  const create = mayCreate && (
    <ButtonLink variant="primary" icon={Plus} href={paths.signUpFormNew(slug)}>
      {t('list.new')}
    </ButtonLink>
  )
  return (
    <AudienceFrame tab="forms" actions={create}>
      <FormsTable />
    </AudienceFrame>
  )
}

function FormsTable() {
  const { t } = useTranslation('forms')
  const [{ page, search }, change] = useUrlState(state)
  const [deleting, setDeleting] = useState<SignUpFormRow>()
  const list = useReadPage(listSignUpForms, { query: { search, page, per_page: PER_PAGE } })
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
        skeletonRows={5}
        rowMenu={useRowMenu(setDeleting)}
        search={search}
        find={t('list.find')}
        empty={<NoForms search={search} onClear={() => change({ search: '', page: 1 })} />}
      />
      {deleting && <DeleteFormDialog form={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function NoForms({ search, onClear }: { search: string; onClear: () => void }) {
  const slug = useSlug()
  const { t } = useTranslation('forms')
  const mayCreate = useCan(ACTIVITY.audience, 'create')
  if (search !== '') return <NothingFound title={t('list.noneFound', { search })} onClear={onClear} />
  const create = mayCreate && (
    <ButtonLink icon={Plus} href={paths.signUpFormNew(slug)}>
      {t('list.new')}
    </ButtonLink>
  )
  return (
    <StateCard kind="empty" icon={ClipboardPen} title={t('list.empty')} actions={create}>
      {t('list.emptyText')}
    </StateCard>
  )
}

function useColumns(): TableColumn<SignUpFormRow>[] {
  const { t } = useTranslation('forms')
  const { number, shortDate } = useDisplay(useZone())
  const count = (id: 'submitted' | 'pending' | 'confirmed'): TableColumn<SignUpFormRow> => ({
    id,
    header: t(`counts.${id}`),
    align: 'end',
    skeleton: 'number',
    cell: row => <span className="tnum">{number(row[id])}</span>,
  })
  return [
    { id: 'name', header: t('list.name'), skeleton: 'text', cell: row => <Name row={row} /> },
    {
      id: 'state',
      header: t('list.state'),
      skeleton: 'badge',
      card: 'badge',
      cell: row => <FormState isOn={row.is_on} />,
    },
    count('submitted'),
    count('pending'),
    count('confirmed'),
    {
      id: 'updated_on',
      header: t('list.updated'),
      align: 'end',
      card: 'line',
      cell: row => <span className="tnum text-muted">{shortDate(row.updated_on)}</span>,
    },
  ]
}

function Name({ row }: { row: SignUpFormRow }) {
  const slug = useSlug()
  const { t } = useTranslation('forms')
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
        <PageLink to={paths.signUpForm(slug, row.uuid)}>
          <bdi>{row.name}</bdi>
        </PageLink>
        <PendingBadge approval={row.approval_uuid} />
      </span>
      {row.mail_failure && (
        <span className="text-12 text-danger-ink">{t('mail.short', { count: row.mail_failure.count })}</span>
      )}
    </span>
  )
}

/** Whether people can use a form. */
export function FormState({ isOn }: { isOn: boolean }): ReactNode {
  const { t } = useTranslation('forms')
  return <Badge type={isOn ? 'light-green' : 'secondary'}>{t(isOn ? 'state.on' : 'state.off')}</Badge>
}

function useRowMenu(onDelete: (row: SignUpFormRow) => void): (row: SignUpFormRow) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation('forms')
  const goTo = useGoTo()
  const mayUpdate = useCan(ACTIVITY.audience, 'update')
  const mayDelete = useCan(ACTIVITY.audience, 'delete')
  return row => [
    {
      label: t(mayUpdate ? 'list.edit' : 'list.open'),
      icon: Pencil,
      onSelect: () => void goTo(paths.signUpForm(slug, row.uuid)),
    },
    mayDelete && {
      label: t('delete.action'),
      icon: Trash2,
      danger: true,
      disabled: row.approval_uuid !== undefined,
      hint: row.approval_uuid && t('delete.waits'),
      onSelect: () => onDelete(row),
    },
  ]
}

function DeleteFormDialog({ form, onClose }: { form: SignUpFormRow; onClose: () => void }) {
  const { t } = useTranslation('forms')
  return (
    <ConfirmWrite
      endpoint={deleteSignUpForm}
      input={{ params: { uuid: form.uuid }, query: {} }}
      refreshes={[listSignUpForms]}
      onClose={onClose}
      title={t('delete.title', { name: form.name })}
      action={t('delete.action')}
    >
      {t('delete.text', { count: form.pending })}
    </ConfirmWrite>
  )
}
