/** The wizard's way over the wire: an organization, its first application, its people, and a token for the application. */
import { listApplicationStats, saveApplication } from '@notifly/contracts/applications/applications'
import { inviteMembers, listMembers } from '@notifly/contracts/members/members'
import {
  createOrganization,
  listOrganizations,
  PREFERRED_PLATFORM,
} from '@notifly/contracts/organizations/organizations'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { enterApplication } from '../../api/session.ts'
import { localTimeZone } from '../../components/display/time-zones.ts'
import type { InviteValues } from '../../components/members/InviteRows.tsx'
import type { OrganizationBody } from './OrganizationFields.tsx'

export type Platform = keyof typeof PREFERRED_PLATFORM

/** What has been made so far; a second try goes on from here instead of making it twice. */
export interface Progress {
  organizationUuid?: string
  applicationUuid?: string
}

/** Step two: the application's name, and what it sends first. */
export interface FirstApplication {
  name: string
  platform: Platform
}

export interface SetUp {
  organization: OrganizationBody
  application: FirstApplication
  /** Empty where nobody is invited. */
  users: InviteValues['users']
  progress: Progress
  onProgress: (progress: Progress) => void
}

/** Makes what is still missing and tells each step. Answers the application. Throws ApiError. */
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
