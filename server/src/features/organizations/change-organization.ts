import type { updateOrganization } from '@notifly/contracts/organizations/organizations'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import type { Input } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { assertTwoCanApprove } from '../members/members.ts'
import { DEFAULT_ROLE_IDS, runsOrganization } from '../roles/roles.ts'
import { actInOwn } from './organizations.ts'
import { lockOrganizationFields, updateOrganizationRow } from './queries.ts'

type Body = Input<typeof updateOrganization>['body']

/**
 * Changes an organization and returns its id. Throws foreignObject, forbidden (only the Owner changes two-people mode), and conflict if
 * that mode is turned on with too few approvers.
 */
export async function changeOrganization(deps: Deps, caller: Caller, uuid: string, body: Body): Promise<string> {
  const { database, clock } = deps
  return database.kysely.transaction().execute(async tx => {
    const { organizationId, roleId } = await actInOwn(tx, caller, uuid)
    if (organizationId === null || !runsOrganization(roleId)) throw new AppError('forbidden')
    const before = await lockOrganizationFields(tx, organizationId)
    if (before === undefined) throw new AppError('foreignObject')
    const { name, meta_object, appName: app_name, preferedApp: preferred_app } = body
    const fields = { name, ...meta_object, app_name, preferred_app }
    const switched = fields.two_people !== undefined && fields.two_people !== before.two_people
    if (switched && roleId !== DEFAULT_ROLE_IDS.owner) {
      throw new AppError('forbidden', sentence('members.ownerSwitches'))
    }
    if (switched && fields.two_people === true) await assertTwoCanApprove(tx, organizationId)
    const now = clock.now()
    await updateOrganizationRow(tx, organizationId, fields, now)
    const object = { type: 'organization', id: organizationId, name }
    const by = { ...byCaller(caller), organizationId, applicationId: null }
    await recordAudit(
      tx,
      { ...by, action: 'organization.update', object, before, after: { ...before, ...fields } },
      now,
    )
    return organizationId
  })
}
