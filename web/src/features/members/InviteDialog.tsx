import {
  type inviteMembers as endpoint,
  inviteMembers,
  listInvitations,
  listMembers,
} from '@notifly/contracts/members/members'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { useTranslation } from 'react-i18next'
import { call, type Data } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { EMPTY_INVITEE, InviteRows, inviteSchema, type InviteValues } from '../../components/members/InviteRows.tsx'
import { useGrantableRoles, useRoles } from '../../components/members/use-grantable-roles.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'

/** Invites up to five people at once. */
export function InviteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('members')
  const roles = useGrantableRoles()
  const { error, refetch } = useRoles()
  const invite = useInvite()
  const form = useApiForm(inviteSchema, { defaultValues: { users: [EMPTY_INVITEE] }, mode: 'onSubmit' })
  const send = form.submit(async values => {
    await invite(values)
    form.reset({ users: [EMPTY_INVITEE] })
    onOpenChange(false)
  })
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('invite.title')}
      description={t('invite.lead')}
      size="lg"
      onSubmit={send}
      action={t('invite.send')}
      banner={error && <PartFailure error={error} title={t('invite.rolesFailed')} onRetry={() => void refetch()} />}
    >
      <InviteRows form={form} roles={roles} />
    </FormDialog>
  )
}

type Answer = Data<typeof endpoint>

/** Sends invitations and says what became of them. Throws ApiError. */
function useInvite(): (values: InviteValues) => Promise<void> {
  const { t } = useTranslation('members')
  const { list } = useDisplay()
  const addresses = (answers: Answer, status: Answer[number]['status']) =>
    answers.filter(each => each.status === status).map(each => each.email)
  return async ({ users }) => {
    const answers = await call(inviteMembers, { body: { base_url: window.location.origin, users } })
    await Promise.all([listMembers, listInvitations, listOrganizations].map(each => refresh(each)))
    const invited = addresses(answers, 'invited')
    if (invited.length > 0) announce({ tone: 'success', message: t('invite.sent', { list: list(invited) }) })
    for (const status of ['already_invited', 'already_member'] as const) {
      const told = addresses(answers, status)
      if (told.length > 0) announce({ tone: 'info', message: t(`invite.${status}`, { list: list(told) }) })
    }
  }
}
