/** Sends a mail to oneself or a colleague, outside every campaign: the exact content, sent as the engine sends it. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { isEmail } from '@notifly/contracts/fields'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent, TestMailResult } from '@notifly/contracts/templates/templates'
import { writtenMail } from '../../channels/email/written-mail.ts'
import type { Fate } from '../../engine/streams/fates.ts'
import { sendTests } from '../../engine/streams/test-sends.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { addressKey } from '../../lib/addresses.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { noteTests, storedSettings } from '../channel-settings/channel-settings.ts'
import { completedEmail, emailContentOf } from './email-content.ts'
import { selectMemberAddresses } from './queries.ts'
import { readerFor, assertNoErrors, TEMPLATE_WORK, templateContent } from './templates.ts'

export interface TestMail {
  template_id?: string | undefined
  content?: EmailContent | undefined
  from_name?: string | undefined
  reply_to?: string | undefined
  contact_uuid?: string | undefined
  receivers?: string[] | undefined
}

/**
 * Sends at once and returns each receiver's result in words. Throws conflict if email is not set up, invalidInput for content that cannot
 * be parsed and for invalid addresses, and tooManyAttempts above the caller's hourly limit.
 */
export async function sendTestMail(
  deps: Deps,
  limit: RateLimit,
  caller: ApplicationCaller,
  mail: TestMail,
): Promise<TestMailResult[]> {
  const { applicationId } = caller
  const typed = await contentOf(deps, applicationId, mail)
  const { content: complete, problems } = await completedEmail(
    { ...deps, db: deps.database.kysely },
    applicationId,
    typed,
  )
  assertNoErrors(problems)
  const receivers = receiversOf(caller, mail.receivers)
  await demandMembers(deps, caller, receivers)
  const settings = await storedSettings(deps, applicationId, 'email')
  if (settings === null) throw new AppError('conflict', sentence('templates.test.notSetUp'))
  const reader = await readerFor(deps, caller, { contact_uuid: mail.contact_uuid })
  for (const _ of receivers) await limit.take(caller.accountId)
  const rendered = await shortWork.run(TEMPLATE_WORK.fillEmail, applicationId, {
    content: complete,
    values: reader.fields,
  })
  const [problem] = rendered.problems
  if (problem !== undefined) return receivers.map(receiver => ({ receiver, ok: false, ...inWords(problem) }))
  const { subject, html, text } = rendered
  const { sender_email: sender = '' } = settings.settings
  const content = writtenMail({ subject, html, text, fromName: mail.from_name, replyTo: mail.reply_to }, String(sender))
  const sends = receivers.map(to => ({ address: addressKey('email', to) ?? to, data: { to, content } }))
  const fates = await sendTests(deps, applicationId, 'email', sends)
  await noteTests(deps, applicationId, 'email', fates)
  return fates.map((fate, index) => resultOf(receivers[index] ?? '', fate))
}

function resultOf(receiver: string, { end, why, answer }: Fate): TestMailResult {
  if (end === 'sent') return { receiver, ok: true, ...inWords(sentence('templates.test.taken', { answer })) }
  return { receiver, ok: false, ...inWords(why ?? sentence('templates.test.notSent')) }
}

async function contentOf(deps: Deps, applicationId: string, mail: TestMail): Promise<EmailContent> {
  if (mail.template_id === undefined) {
    if (mail.content === undefined) throw invalidField('content', sentence('fields.required'))
    return emailContentOf(mail.content)
  }
  const template = await templateContent(deps.database.kysely, applicationId, mail.template_id, 'Email')
  if (template === null) throw invalidField('template_id', sentence('templates.templateGone'))
  return { ...template.content, ...(mail.content && emailContentOf(mail.content)) }
}

function receiversOf(caller: ApplicationCaller, given: string[] | undefined): string[] {
  const typed = (given ?? []).map(address => address.trim()).filter(address => address !== '')
  if (typed.length === 0) return [caller.email]
  const wrong = typed.filter(address => !isEmail(address))
  if (wrong.length > 0)
    throw invalidField('receivers', sentence('templates.test.notAddresses', { names: wrong.join(', ') }))
  const keys = typed.map(address => address.toLowerCase())
  return typed.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

/** A caller who may not approve campaigns may not reach strangers by tests either. */
async function demandMembers({ database }: Deps, caller: ApplicationCaller, receivers: string[]): Promise<void> {
  if (caller.levels.get(ACTIVITY.campaignEmail)?.approve === true) return
  const keys = receivers.map(address => address.toLowerCase())
  const members = new Set(await selectMemberAddresses(database.kysely, caller.organizationId, keys))
  if (keys.every(key => members.has(key))) return
  throw new AppError('forbidden', sentence('templates.test.membersOnly'))
}
