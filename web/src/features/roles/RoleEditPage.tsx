import { listRoles, type Role } from '@notifly/contracts/roles/roles'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { WithAside } from '../../ui/layout/Page.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { FRESH_ROLE, useLock, valuesOf } from './role-fields.ts'
import { RoleForm } from './RoleForm.tsx'

const state = z.object({ from: z.optional(z.string()) })

/** Creates a role (id `new`, from nothing or from another role) or changes one. */
export function RoleEditPage() {
  const slug = useSlug()
  const { t } = useTranslation('roles')
  const { id } = useParams({ strict: false }) as { id: string }
  const [{ from }] = useUrlState(state)
  const isNew = id === 'new'
  const source = isNew ? from : id
  const read = useReadPage(listRoles, { query: { uuid: source } }, { enabled: source !== undefined })
  if (isNew && source === undefined) return <RoleForm values={FRESH_ROLE} />
  const role = read.data?.rows[0]
  if (role !== undefined) return <Loaded key={id + role.uuid} role={role} isCopy={isNew} />
  return (
    <TitledPage
      crumbs={[{ label: t('list.title'), href: paths.roles(slug) }]}
      title={t(isNew ? 'form.new' : 'list.name')}
    >
      {read.error ? (
        <ReadFailure error={read.error} title={t('list.failedOne')} onRetry={() => void read.refetch()} />
      ) : read.data ? (
        <NotFoundCard framed />
      ) : (
        <WithAside aside={<Skeleton height="24rem" />}>
          <LoadingNote />
          <Skeleton height="48rem" />
        </WithAside>
      )}
    </TitledPage>
  )
}

function Loaded({ role, isCopy }: { role: Role; isCopy: boolean }) {
  const { t } = useTranslation('roles')
  const lock = useLock()(role)
  if (!isCopy) return <RoleForm values={valuesOf(role)} role={role} lock={lock} />
  const name = t('form.copyOf', { name: role.name, interpolation: { escapeValue: false } }).slice(0, 50)
  return <RoleForm values={valuesOf(role, name)} />
}
