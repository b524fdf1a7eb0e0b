/** A text message to a few numbers, outside every campaign: the exact text, through the application's own provider. */
import { ACTIVITY } from '@notifly/contracts/activities'
import type { MessageClass } from '@notifly/contracts/campaign-content'
import { MESSAGES } from '@notifly/contracts/fields'
import type { TestMailResult } from '@notifly/contracts/templates'
import type { Outcome, Rejected, Sender } from '../../channels/provider.ts'
import { type AnyChannel, channelNamed } from '../../channels/registry.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { addressKey } from '../../lib/addresses.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { noteState, providerEnvironment, storedSettings } from '../channel-settings/channel-settings.ts'
import { contentProblems, readerFor, refuseBroken, templateContent } from '../templates/templates.ts'
import { selectTestNumbers } from './queries.ts'

export interface TestText {
  template_id?: string | undefined
  smsBody?: string | undefined
  message_class?: MessageClass | undefined
  dlt_template_id?: string | undefined
  contact_uuid?: string | undefined
  receivers: string[]
}

/**
 * Sends at once and answers each receiver's result in words. Throws conflict while SMS is not set up, invalidInput for a text
 * that cannot be read and for numbers that are none, tooManyAttempts past the caller's hourly share.
 */
export async function sendTestText(
  deps: Deps,
  limit: RateLimit,
  caller: ApplicationCaller,
  test: TestText,
): Promise<TestMailResult[]> {
  const { applicationId } = caller
  const content = await contentOf(deps, applicationId, test)
  refuseBroken(await contentProblems(deps.database.kysely, applicationId, { text: content.smsBody }))
  const receivers = receiversOf(test.receivers)
  await demandTestContacts(deps, caller, receivers)
  const channel = channelNamed('sms')
  const chosen = await storedSettings(deps, applicationId, 'sms')
  const provider = chosen === null ? undefined : channel?.providers[chosen.type]
  if (channel === null || chosen === null || provider === undefined) {
    throw new AppError('conflict', { message: 'SMS is not set up yet. Set it up on the platform page first.' })
  }
  const [fault] = channel.faults(content, chosen.settings)
  if (fault !== undefined) throw invalidField(fault.field, fault.message)
  const { fields } = await readerFor(deps, applicationId, { contact_uuid: test.contact_uuid })
  for (const _ of receivers) await limit.take(caller.accountId)
  const messages = written(deps, channel, { content, settings: chosen.settings, fields, receivers })
  if (messages instanceof RenderError) {
    return receivers.map(receiver => ({ receiver, ok: false, message: messages.message }))
  }
  const sender = provider.openSender(chosen.settings, providerEnvironment(deps.config), 1)
  const { outcomes, rejection } = await handOver(sender, messages)
  await noteSettings(deps, applicationId, channel, { outcomes, rejection })
  return receivers.map((receiver, index) => resultOf(channel, receiver, outcomes.get(messages[index]) ?? rejection))
}

async function contentOf(deps: Deps, applicationId: string, test: TestText) {
  const { template_id: templateId, smsBody, message_class, dlt_template_id } = test
  const own = {
    ...(smsBody !== undefined && { smsBody }),
    ...(message_class !== undefined && { message_class }),
    ...(dlt_template_id !== undefined && { dlt_template_id }),
  }
  if (templateId === undefined) {
    if (smsBody === undefined) throw invalidField('smsBody', MESSAGES.required)
    return { ...own, smsBody }
  }
  const template = await templateContent(deps.database.kysely, applicationId, templateId, 'SMS')
  if (template === null) throw invalidField('template_id', 'This template does not exist any more.')
  const { smsBody: text = '', dlt_template_id: dltId } = template.content
  return { smsBody: text, ...(dltId !== undefined && { dlt_template_id: dltId }), ...own }
}

/** E.164 with the plus, each once. */
function receiversOf(given: readonly string[]): string[] {
  const typed = given.map(number => number.trim()).filter(number => number !== '')
  if (typed.length === 0) throw invalidField('receivers', 'Enter at least one number.')
  const keys = typed.map(number => addressKey('sms', number))
  const wrong = typed.filter((_, index) => keys[index] === null)
  if (wrong.length > 0) throw invalidField('receivers', `${MESSAGES.mobile} (${wrong.join(', ')})`)
  return [...new Set(keys.map(key => `+${(key ?? '').replace(/^\+/, '')}`))]
}

/** Who may not approve campaigns may not write to strangers by way of tests either. */
async function demandTestContacts({ database }: Deps, caller: ApplicationCaller, numbers: string[]): Promise<void> {
  if (caller.levels.get(ACTIVITY.campaignEmail)?.approve === true) return
  const known = new Set(await selectTestNumbers(database.kysely, caller.applicationId, numbers))
  if (numbers.every(number => known.has(number))) return
  const message = 'Your role sends test messages to test contacts only.'
  throw new AppError('forbidden', { message })
}

interface Written {
  content: object
  settings: unknown
  fields: Readonly<Record<string, unknown>>
  receivers: readonly string[]
}

/** One message for each receiver, or why there can be none. */
function written(
  { config, clock }: Deps,
  channel: AnyChannel,
  { content, settings, fields, receivers }: Written,
): unknown[] | RenderError {
  const { content: frozen } = channel.freeze(content, { messageIdDomain: 'localhost', firstLinkNo: 0 })
  const { publicUrl } = config
  const write = channel.compile(frozen, settings, { publicUrl, bounceDomain: null, attachments: [] })
  try {
    return receivers.map(address =>
      write({
        address,
        device: null,
        fields,
        // Names no delivery: reports about it are nobody's.
        token: 'test',
        messageId: `${uuidv7()}@localhost`,
        date: clock.now(),
        unsubscribeUrl: `${publicUrl}/u/sample`,
        bounceLocalPart: '',
      }),
    )
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

interface HandedOver {
  outcomes: Map<unknown, Outcome>
  rejection: Rejected | undefined
}

async function handOver(sender: Sender<unknown>, messages: readonly unknown[]): Promise<HandedOver> {
  const outcomes = new Map<unknown, Outcome>()
  try {
    const end = await sender.handOver(messages, {
      turn: (settled, next) => {
        for (const { message, outcome } of settled) outcomes.set(message, outcome)
        return next !== undefined
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    return { outcomes, rejection: end.end === 'rejected' ? end.rejection : undefined }
  } finally {
    await sender.close()
  }
}

/** What this said of the settings as a whole is shown where they are. */
async function noteSettings(
  deps: Deps,
  applicationId: string,
  channel: AnyChannel,
  { outcomes, rejection }: HandedOver,
): Promise<void> {
  const works = [...outcomes.values()].some(({ kind }) => kind === 'sent')
  if (works) await noteState(deps, applicationId, 'sms', null)
  else if (rejection !== undefined && !rejection.temporary) {
    await noteState(deps, applicationId, 'sms', words(channel, rejection))
  }
}

function resultOf(channel: AnyChannel, receiver: string, outcome: Outcome | undefined): TestMailResult {
  if (outcome === undefined || outcome.kind === 'withheld') {
    return { receiver, ok: false, message: 'The message was not sent.' }
  }
  if (outcome.kind === 'sent')
    return { receiver, ok: true, message: `The provider took the message. (${outcome.answer})` }
  return { receiver, ok: false, message: words(channel, outcome) }
}

function words(channel: AnyChannel, { reason, answer }: { reason: string; answer: string }): string {
  const sentence = channel.reasonSentence(reason)
  return answer === '' ? sentence : `${sentence} (${answer})`
}
