/** Events of visitors that a site's pages report. A page may only report for the contact that the site has proved its visitor to be. */
import type { TrackedEvent } from '@notifly/contracts/web-push/visitors'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../../http/deps.ts'
import { unstorableFields } from '../../../http/input.ts'
import { AppError, invalidField, invalidFields } from '../../../lib/app-error.ts'
import { createRateLimit, networkOf } from '../../../lib/rate-limit.ts'
import { isKnownEvent, storeEvent } from '../../events/events.ts'
import type { StoredSite } from '../settings/stored.ts'
import { assertProof } from './sdk.ts'

/** New names and properties of events per network: pages cannot use up the application's limit of them. */
export const NEW_NAMES = { name: 'sdk-track-new', attempts: 50, perSeconds: 86_400, waitSeconds: 3600 }

interface Tracked extends TrackedEvent {
  applicationId: string
  /** Of the network that it comes from. */
  address: string
}

/**
 * Stores an event of the contact with the proved id. Throws forbidden for a wrong proof, notFound for an unknown contact, invalidInput at
 * its fields, tooManyAttempts, quotaReached.
 */
export function createTracking(deps: Deps): (site: StoredSite, tracked: Tracked) => Promise<void> {
  const newNames = createRateLimit(deps.database.pool, NEW_NAMES)
  return async (site, { applicationId, address, proof, external_user_id, name, properties }) => {
    assertProof(site, { external_user_id, proof })
    const event = { external_user_id, name, properties: readProperties(properties) }
    if (!(await isKnownEvent(deps, applicationId, event))) {
      await newNames.take(`${applicationId} ${networkOf(address, 48)}`)
    }
    await storeEvent(deps, applicationId, event)
  }
}

/** Throws invalidInput at `properties` unless it is a JSON object that can be stored. */
function readProperties(text: string | undefined): object {
  if (text === undefined) return {}
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    read = undefined
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw invalidField('properties', sentence('fields.format'))
  }
  const errors = unstorableFields(read, 'properties')
  if (errors.length > 0) throw errors.length === 1 ? invalidFields(errors) : new AppError('invalidInput', { errors })
  return read
}
