import { deleteRole, listRoles, type Role } from '@notifly/contracts/roles/roles'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { say } from '../../locales/say.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

const roleUse = z.object({ members: z.number(), invitations: z.number() })

/** Asks before a role is deleted; one that somebody has stays, and says by how many. */
export function DeleteRoleDialog({ slug, role, onClose }: { slug: string; role: Role; onClose: () => void }) {
  const { t } = useTranslation('roles')
  const remove = useWrite(deleteRole, { refreshes: [listRoles], failure: 'form', onDone: onClose })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('delete.title', { name: role.name })}
      action={t('delete.action')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ query: { uuid: role.uuid } })}
      error={remove.error && <Refusal slug={slug} error={remove.error} />}
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}

function Refusal({ slug, error }: { slug: string; error: ApiError }) {
  const { t } = useTranslation('roles')
  const { number } = useDisplay()
  const used = roleUse.safeParse(error.data)
  if (!used.success) return <p>{say(error)}</p>
  const { members, invitations } = used.data
  return (
    <>
      {members > 0 && <p>{t('delete.members', { count: members, shown: number(members) })}</p>}
      {invitations > 0 && <p>{t('delete.invitations', { count: invitations, shown: number(invitations) })}</p>}
      <PageLink to={paths.users(slug)}>{t('delete.toUsers')}</PageLink>
    </>
  )
}
