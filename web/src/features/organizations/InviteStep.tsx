import { listApplicationStats, saveApplication } from '@notifly/contracts/applications/applications'
import { inviteMembers, listMembers } from '@notifly/contracts/members/members'
import {
  createOrganization,
  listOrganizations,
  PREFERRED_PLATFORM,
} from '@notifly/contracts/organizations/organizations'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { enterApplication } from '../../api/session.ts'
import { setUpPath } from '../../components/channels/channels.ts'
import { localTimeZone } from '../../components/display/time-zones.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { EMPTY_INVITEE, InviteRows, inviteSchema, type InviteValues } from '../../components/members/InviteRows.tsx'
import { useStartingRoles } from '../../components/members/use-grantable-roles.ts'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { OrganizationBody } from './OrganizationFields.tsx'

export interface InviteStepProps {
  organization: OrganizationBody
  application: FirstApplication
  progress: Progress
  onProgress: (progress: Progress) => void
  onBack: () => void
  /** All is made; the page is about to be left. */
  onFinished: () => void
}

/** Step three: who else works here. Submit makes all three, Skip the first two; then the chosen platform opens. */
export function InviteStep(props: InviteStepProps) {
  const { organization, application, progress, onProgress, onBack, onFinished } = props
  const { t } = useTranslation(['members', 'organizations'])
  const goTo = useGoTo()
  const roles = useStartingRoles()
  const form = useApiForm(inviteSchema, { defaultValues: { users: [EMPTY_INVITEE] }, mode: 'onSubmit' })
  const { isSubmitting } = form.formState

  const finish = async (users: InviteValues['users']) => {
    const slug = await setUpOrganization({ organization, application, users, progress, onProgress })
    onFinished()
    await goTo(setUpPath(slug, application.platform), { replace: true })
  }
  const {
    mutate,
    isPending: isSkipping,
    error: skipFailure,
  } = useMutation<void, ApiError>({ mutationFn: () => finish([]) })
  const skip = () => {
    form.clearFailure()
    mutate()
  }
  return (
    <form noValidate onSubmit={form.submit(({ users }) => finish(users))}>
      <FormFailure error={form.failure ?? skipFailure ?? undefined} />
      <Panel>
        <p className="mb-4 text-ink-2">{t('invite.lead')}</p>
        <InviteRows form={form} roles={roles} />
      </Panel>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t('organizations:wizard.back')}</Button>
        <Button loading={isSkipping} disabled={isSubmitting} onClick={skip}>
          {t('organizations:wizard.skip')}
        </Button>
        <Button type="submit" variant="primary" loading={isSubmitting} disabled={isSkipping}>
          {t('organizations:wizard.submit')}
        </Button>
      </div>
    </form>
  )
}

/** The wizard's way over the wire: an organization, its first application, its people, and a token for the application. */

export type Platform = keyof typeof PREFERRED_PLATFORM

/** What has been made so far; a second try goes on from here instead of making it twice. */
export interface Progress {
  organizationUuid?: string | undefined
  applicationUuid?: string | undefined
}

/** Step two: the application's name, and what it sends first. */
export interface FirstApplication {
  name: string
  platform: Platform
}

export interface SetUp {
  organization: OrganizationBody
  application: FirstApplication
  /** Empty where no one is invited. */
  users: InviteValues['users']
  progress: Progress
  onProgress: (progress: Progress) => void
}

/** Makes what is still missing and tells each step. Returns the application. Throws ApiError. */
export async function setUpOrganization(setUp: SetUp): Promise<string> {
  const { organization, application, users, progress, onProgress } = setUp
  const wanted = { appName: application.name, preferedApp: PREFERRED_PLATFORM[application.platform] }
  const organizationUuid =
    progress.organizationUuid ?? (await call(createOrganization, { body: { ...organization, ...wanted } })).org_id
  onProgress({ organizationUuid })
  const body = { name: application.name, organization_uuid: organizationUuid, timezone: localTimeZone() }
  const applicationUuid = progress.applicationUuid ?? (await call(saveApplication, { body })).app_id
  onProgress({ organizationUuid, applicationUuid })
  if (users.length > 0) {
    await call(inviteMembers, { body: { base_url: window.location.origin, org_id: organizationUuid, users } })
  }
  await enterApplication(applicationUuid)
  await Promise.all([listApplicationStats, listOrganizations, listMembers].map(each => refresh(each)))
  return applicationUuid
}
