/** The wizard's way over the wire: an organization, its first application, and a token for that. */
import { listApplicationStats, saveApplication } from '@notifly/contracts/applications'
import { createOrganization, listOrganizations, type PREFERRED_PLATFORM } from '@notifly/contracts/organizations'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { enterApplication } from '../../api/session.ts'
import { localTimeZone } from '../../components/display/time-zones.ts'
import type { OrganizationBody } from './OrganizationFields.tsx'

export type Platform = keyof typeof PREFERRED_PLATFORM

/** What has been made so far; a second try goes on from here instead of making it twice. */
export interface Progress {
  organizationUuid?: string
  applicationUuid?: string
}

export interface SetUp {
  organization: OrganizationBody
  applicationName: string
  progress: Progress
  onProgress: (progress: Progress) => void
}

/** Makes what is still missing and tells each step. Answers the application. Throws ApiError. */
export async function setUpOrganization({
  organization,
  applicationName,
  progress,
  onProgress,
}: SetUp): Promise<string> {
  const organizationUuid = progress.organizationUuid ?? (await call(createOrganization, { body: organization })).org_id
  onProgress({ organizationUuid })
  const body = { name: applicationName, organization_uuid: organizationUuid, timezone: localTimeZone() }
  const applicationUuid = progress.applicationUuid ?? (await call(saveApplication, { body })).app_id
  onProgress({ organizationUuid, applicationUuid })
  await enterApplication(applicationUuid)
  await Promise.all([refresh(listApplicationStats), refresh(listOrganizations)])
  return applicationUuid
}
