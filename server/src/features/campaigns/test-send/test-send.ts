/** Sends a message to a few receivers, outside every campaign: the exact content, sent as the engine sends it. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { isUuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { isOfDevices } from '../../../channels/registry.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { addressKey, phoneFault } from '../../../lib/addresses.ts'
import { AppError, invalidField, invalidFields } from '../../../lib/app-error.ts'
import type { RateLimit } from '../../../lib/rate-limit.ts'
import { deviceWords } from '../../../people/devices/device-words.ts'
import { assertBrowser } from '../../../people/devices/devices.ts'
import { readerFor } from '../../templates/templates.ts'
import { notConfigured } from '../channel-words.ts'
import { selectSettings } from '../queries.ts'
import { completeContent, checkContent, type StoredContent } from '../drafts/content.ts'
import { handOverTest, type TestReceiver, type TestResult } from './test-hand-over.ts'
import { selectTestContacts, selectTestDevices } from './test-queries.ts'

export interface TestMessage {
  channel: Channel
  content: StoredContent
  contact_uuid?: string | undefined
  receivers: readonly string[]
  browser?: Browser | undefined
}

/** The tester's own fields, without a contact. */
export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Sends at once and returns each receiver's result in words. Throws conflict if the channel is not set up, invalidInput for content that
 * cannot be sent and for invalid receivers, forbidden for receivers that the caller may not write to, and tooManyAttempts above the
 * caller's hourly limit.
 */
export async function sendTestMessage(
  deps: Deps,
  limit: RateLimit,
  caller: ApplicationCaller,
  { channel: name, content: own, contact_uuid: contactId, receivers: given, browser }: TestMessage,
): Promise<TestResult[]> {
  const { applicationId } = caller
  const db = deps.database.kysely
  const settings = await selectSettings(db, applicationId, name)
  if (settings === null) throw new AppError('conflict', notConfigured('test', name))
  const complete = await named(() => completeContent(db, { applicationId, channel: name }, own))
  const { errors } = await checkContent(db, { applicationId, settings }, complete)
  if (errors.length > 0) throw invalidFields(errors)
  const ownBrowser = browser === undefined ? [] : [browserOf(deps, name, browser)]
  const others = browser === undefined || given.length > 0 ? await receiversOf(deps, caller, name, given) : []
  const receivers = [...ownBrowser, ...others]
  const { fields } = await readerFor(deps, caller, { contact_uuid: contactId })
  for (const _ of receivers) await limit.take(caller.accountId)
  const { channel, content } = complete
  return handOverTest(deps, applicationId, { channel, content, fields, receivers })
}

/** Reports a missing template at this call's own field, `template_id`. */
async function named<T>(complete: () => Promise<T>): Promise<T> {
  try {
    return await complete()
  } catch (error) {
    if (error instanceof AppError && error.error === 'notFound') throw invalidField('template_id', error.sentence)
    throw error
  }
}

async function receiversOf(
  deps: Deps,
  caller: ApplicationCaller,
  channel: Channel,
  given: readonly string[],
): Promise<TestReceiver[]> {
  const typed = [...new Set(given.map(each => each.trim()).filter(each => each !== ''))]
  if (typed.length === 0) throw invalidField('receivers', sentence('fields.required'))
  const read = isOfDevices(channel) ? devicesOf : numbersOf
  return read(deps, caller, channel, typed)
}

/** Throws invalidInput for an invalid browser subscription, and on channels that do not reach browsers. */
function browserOf({ config }: Deps, channel: Channel, { endpoint, p256dh, auth }: Browser): TestReceiver {
  if (channel !== 'webpush') throw invalidField('browser', sentence('sms.browser_only'))
  const keys = { p256dh, auth }
  assertBrowser(config, endpoint, keys)
  return { name: sentence('sms.this_browser'), address: null, device: { platform: 'web', endpoint, keys } }
}

const TEST_CONTACTS_ONLY = sentence('sms.test_contacts')

/** A caller who may not approve campaigns may not reach strangers by tests either. */
function mayWriteToAll(caller: ApplicationCaller, channel: Channel): boolean {
  return caller.levels.get(CAMPAIGN_ACTIVITY[channel])?.approve === true
}

/** E.164 with the plus sign, each number once. */
async function numbersOf(
  { database }: Deps,
  caller: ApplicationCaller,
  channel: Channel,
  typed: readonly string[],
): Promise<TestReceiver[]> {
  const wrong = typed.filter(number => addressKey(channel, number) === null)
  const [first] = wrong
  if (first !== undefined) {
    throw invalidField(
      'receivers',
      sentence('reasons.withAnswer', { reason: phoneFault(first), answer: wrong.join(', ') }),
    )
  }
  const numbers = [...new Set(typed.map(number => addressKey(channel, number) ?? number))]
  if (!mayWriteToAll(caller, channel)) {
    const known = new Set(await selectTestContacts(database.kysely, caller.applicationId, numbers))
    if (!numbers.every(number => known.has(number))) throw new AppError('forbidden', TEST_CONTACTS_ONLY)
  }
  return numbers.map(number => ({ name: number, address: number, device: null }))
}

/** Devices by their own ids, or all devices of a contact by its external id. */
async function devicesOf(
  { database }: Deps,
  caller: ApplicationCaller,
  channel: Channel,
  typed: readonly string[],
): Promise<TestReceiver[]> {
  const deviceIds = typed.filter(isUuid)
  const rows = await selectTestDevices(database.kysely, caller.applicationId, {
    channel,
    deviceIds,
    externalIds: typed,
  })
  const nobody = typed.filter(
    receiver => !rows.some(row => row.device_id === receiver.toLowerCase() || row.external_user_id === receiver),
  )
  if (nobody.length > 0) {
    throw invalidField('receivers', sentence('sms.no_device', { names: nobody.join(', ') }))
  }
  if (!mayWriteToAll(caller, channel) && !rows.every(row => row.is_test)) {
    throw new AppError('forbidden', TEST_CONTACTS_ONLY)
  }
  return rows.map(({ device_id, external_user_id, platform, endpoint, keys, about }) => ({
    name: deviceIds.some(id => id.toLowerCase() === device_id) ? device_id : (external_user_id ?? device_id),
    address: device_id,
    device: { platform, endpoint, keys },
    deviceName: deviceWords(platform, about) ?? platform,
  }))
}
