import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import {
  type Application,
  CHANNELS,
  type FrequencyCap,
  type saveApplication,
} from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { type Caller, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Input, uuidIn } from '../../http/route.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { assertApplicationRoom } from '../usage/usage.ts'
import { findApplication } from './applications.ts'
import { insertApplication, lockApplicationFields, type StoredCaps, updateApplicationRow } from './queries.ts'

type Body = Input<typeof saveApplication>['body']

/** Creates an application in the caller's organization, or changes the one that the body names. Throws quotaReached. */
export async function saveAs(deps: Deps, caller: Caller, body: Body): Promise<{ app_id: string }> {
  if (caller.organizationId === null) throw invalidField('organization_uuid', sentence('roles.noOrganization'))
  const { uuid: given, organization_uuid: _, frequency_cap: caps, ...rest } = body
  if (given !== undefined) requireLevel(caller, ACTIVITY.applications, LEVEL.update)
  const ids = { applicationId: given?.toLowerCase() ?? uuidv7(), organizationId: caller.organizationId }
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async tx => {
    const before = given === undefined ? null : await lockApplicationFields(tx, ids)
    if (before === undefined) throw new AppError('notFound')
    if (before === null) await assertApplicationRoom(deps, tx, ids.organizationId)
    const frequencyCap = changedCaps(before?.frequency_cap ?? {}, caps)
    const fields = { ...rest, ...(frequencyCap && { frequency_cap: frequencyCap }) }
    const write = given === undefined ? insertApplication : updateApplicationRow
    await write(tx, ids, fields, now)
    const entry = {
      ...byCaller(caller),
      ...ids,
      action: before === null ? 'application.create' : 'application.update',
      object: { type: 'application', id: ids.applicationId, name: fields.name },
      before,
      after: { ...before, ...fields },
    } as const
    await recordAudit(tx, entry, now)
  })
  return { app_id: ids.applicationId }
}

/**
 * Returns the organization whose role applies: an existing application cannot move, a new one may name it. Throws notFound for an
 * application of another organization.
 */
export async function organizationOf(db: Db, caller: Caller, body: unknown): Promise<string | undefined> {
  const named = uuidIn(body, 'organization_uuid')
  const applicationId = uuidIn(body, 'uuid')
  if (applicationId === undefined) return named
  const application = await findApplication(db, caller.accountId, applicationId)
  if (application === null) throw new AppError('notFound')
  if (named !== undefined && named !== application.organizationId) {
    throw invalidField('organization_uuid', sentence('errors.applicationStays'))
  }
  return application.organizationId
}

// Frequency caps as they are stored: channels with a cap only; on the wire every channel stands, null without one.

type GivenCaps = Partial<Record<(typeof CHANNELS)[number], FrequencyCap | null | undefined>>

export function capsOnWire(stored: unknown): Application['frequency_cap'] {
  const caps = stored as StoredCaps
  return Object.fromEntries(CHANNELS.map(channel => [channel, caps[channel] ?? null])) as Application['frequency_cap']
}

/** Returns the caps to store; undefined leaves all of them unchanged, null removes them. */
function changedCaps(stored: unknown, given: GivenCaps | null | undefined): StoredCaps | undefined {
  if (given === undefined) return undefined
  const merged: GivenCaps = given === null ? {} : { ...(stored as StoredCaps), ...withoutUndefined(given) }
  return Object.fromEntries(Object.entries(merged).flatMap(([channel, cap]) => (cap ? [[channel, cap]] : [])))
}

function withoutUndefined(given: GivenCaps): GivenCaps {
  return Object.fromEntries(Object.entries(given).filter(([, cap]) => cap !== undefined))
}
