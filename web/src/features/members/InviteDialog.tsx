import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { EMPTY_INVITEE, inviteSchema } from '../../components/members/invitees.ts'
import { InviteRows } from '../../components/members/InviteRows.tsx'
import { useGrantableRoles } from '../../components/members/use-grantable-roles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useInvite } from './use-invite.ts'

/** Invites up to five people at once. */
export function InviteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation(['members', 'common'])
  const roles = useGrantableRoles()
  const invite = useInvite()
  const form = useApiForm(inviteSchema, { defaultValues: { users: [EMPTY_INVITEE] }, mode: 'onSubmit' })
  const send = form.submit(async values => {
    await invite(values)
    form.reset({ users: [EMPTY_INVITEE] })
    onOpenChange(false)
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('invite.title')}
      description={t('invite.lead')}
      size="lg"
      onSubmit={send}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:ui.cancel')}</Button>
          <Button variant="primary" type="submit" loading={form.formState.isSubmitting}>
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        <InviteRows form={form} roles={roles} />
      </div>
    </Dialog>
  )
}
