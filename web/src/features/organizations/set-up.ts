/** The wizard's way over the wire: an organization, its first application, and a token for that. */
import { listApplicationStats, saveApplication } from '@notifly/contracts/applications'
import { createOrganization, listOrganizations, type PREFERRED_PLATFORM } from '@notifly/contracts/organizations'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { enterApplication } from '../../api/session.ts'
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
}

/** Makes what is still missing and notes it in `progress`. Answers the application. Throws ApiError. */
export async function setUpOrganization({ organization, applicationName }: SetUp, progress: Progress): Promise<string> {
  progress.organizationUuid ??= (await call(createOrganization, { body: organization })).org_id
  progress.applicationUuid ??= (
    await call(saveApplication, {
      body: {
        name: applicationName,
        organization_uuid: progress.organizationUuid,
        timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      },
    })
  ).app_id
  await enterApplication(progress.applicationUuid)
  await Promise.all([refresh(listApplicationStats), refresh(listOrganizations)])
  return progress.applicationUuid
}
