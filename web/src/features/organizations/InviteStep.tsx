import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { setUpPath } from '../../components/channels/channels.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { EMPTY_INVITEE, InviteRows, inviteSchema, type InviteValues } from '../../components/members/InviteRows.tsx'
import { useStartingRoles } from '../../components/members/use-grantable-roles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { OrganizationBody } from './OrganizationFields.tsx'
import { type FirstApplication, type Progress, setUpOrganization } from './set-up.ts'

export interface InviteStepProps {
  organization: OrganizationBody
  application: FirstApplication
  progress: Progress
  onProgress: (progress: Progress) => void
  onBack: () => void
}

/** Step three: who else works here. Submit makes all three, Skip the first two; then the chosen platform opens. */
export function InviteStep({ organization, application, progress, onProgress, onBack }: InviteStepProps) {
  const { t } = useTranslation(['members', 'organizations'])
  const goTo = useGoTo()
  const roles = useStartingRoles()
  const form = useApiForm(inviteSchema, { defaultValues: { users: [EMPTY_INVITEE] }, mode: 'onSubmit' })
  const [isSkipping, setSkipping] = useState(false)
  const [skipFailure, setSkipFailure] = useState<ApiError>()
  const { isSubmitting } = form.formState

  const finish = async (users: InviteValues['users']) => {
    const slug = await setUpOrganization({ organization, application, users, progress, onProgress })
    await goTo(setUpPath(slug, application.platform), { replace: true })
  }
  const skip = async () => {
    setSkipping(true)
    setSkipFailure(undefined)
    form.clearFailure()
    try {
      await finish([])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSkipFailure(error)
    }
    setSkipping(false)
  }
  return (
    <form noValidate onSubmit={form.submit(({ users }) => finish(users))}>
      <FormFailure error={form.failure ?? skipFailure} />
      <Panel>
        <p className="mb-4 text-ink-2">{t('invite.lead')}</p>
        <InviteRows form={form} roles={roles} />
      </Panel>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t('organizations:wizard.back')}</Button>
        <Button loading={isSkipping} disabled={isSubmitting} onClick={() => void skip()}>
          {t('organizations:wizard.skip')}
        </Button>
        <Button type="submit" variant="primary" loading={isSubmitting} disabled={isSkipping}>
          {t('organizations:wizard.submit')}
        </Button>
      </div>
    </form>
  )
}
