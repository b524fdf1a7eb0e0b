/** Text messages as a channel: what a content is, when it can be sent, and how one becomes a message. */
import type { MessageClass } from '@notifly/contracts/campaign-content'
import type { FieldError } from '@notifly/contracts/errors'
import { measureSms, SMS_CHARACTERS_MAX, SMS_SEGMENTS_MAX } from '@notifly/contracts/sms-segments'
import { SENDER_FIELDS } from '../../lib/email-html/links.ts'
import { compileTemplate, render } from '../../lib/liquid/compile.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import type { Channel, WriteMessage } from '../channel.ts'
import type { Provider } from '../provider.ts'
import type { SmsMessage } from './message.ts'
import { type KarixConfiguration, karixProvider } from './providers/karix.ts'
import { type TwilioConfiguration, twilioProvider } from './providers/twilio.ts'
import { smsReasonSentence } from './reasons.ts'

/** Under its names on the wire. */
export interface SmsContent {
  smsBody?: string | undefined
  message_class?: MessageClass | undefined
  /** Of the template that the text comes from. */
  dlt_template_id?: string | undefined
}

/** As kept with a run. */
export interface FrozenSms {
  smsBody: string
  message_class: MessageClass
  dlt_template_id?: string
}

export type SmsConfiguration = KarixConfiguration | TwilioConfiguration

// A provider opens what its own name stands on, so that it is never given another's settings.
const providers = { Karix: karixProvider, Twilio: twilioProvider } as unknown as Readonly<
  Record<string, Provider<SmsConfiguration, SmsMessage>>
>

export const smsChannel: Channel<SmsContent, FrozenSms, SmsConfiguration, SmsMessage> = {
  name: 'sms',
  addressedBy: 'phone',
  providers,
  sources: ({ smsBody = '' }) => [{ field: 'smsBody', source: smsBody, kind: 'text' }],
  faults,
  freeze: content => {
    const frozen = frozenOf(content)
    compileTemplate(frozen.smsBody, 'text')
    return { content: frozen, links: [] }
  },
  fieldsOf: ({ smsBody }) => compileTemplate(smsBody, 'text').fields.filter(isContactField),
  compile,
  reasonSentence: smsReasonSentence,
}

/**
 * What keeps a content from being sent. A text with merge fields is judged by what stands around them; each recipient's own is
 * judged once more when it is written.
 */
function faults({ smsBody = '', dlt_template_id: dltId }: SmsContent, configuration?: SmsConfiguration): FieldError[] {
  const field = 'smsBody'
  if (smsBody.trim() === '') return [{ field, message: 'Enter the text of the message.' }]
  const found: FieldError[] = []
  const length = lengthFault(fixedPart(smsBody))
  if (length !== undefined) found.push({ field, message: length })
  if (needsDltTemplate(configuration) && !dltId?.trim()) {
    found.push({ field, message: 'India asks for a registered text: choose a template with its DLT template id.' })
  }
  return found
}

/** The sender is registered in India, where every text needs a template of its own. */
function needsDltTemplate(configuration: SmsConfiguration | undefined): boolean {
  return configuration !== undefined && 'dlt_entity_id' in configuration && Boolean(configuration.dlt_entity_id)
}

/** The text without merge fields and tags: no recipient's can be shorter, but for what stands inside conditions. */
function fixedPart(source: string): string {
  if (/\{%-?\s*(if|unless|case|for|comment)/.test(source)) return ''
  return source.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, '')
}

function lengthFault(text: string): string | undefined {
  if (text.length > SMS_CHARACTERS_MAX) return `At most ${SMS_CHARACTERS_MAX.toLocaleString('en-US')} characters.`
  const { segments } = measureSms(text)
  return segments > SMS_SEGMENTS_MAX
    ? `At most ${SMS_SEGMENTS_MAX} text messages long; this makes ${segments}.`
    : undefined
}

function frozenOf({ smsBody = '', message_class = 'promotional', dlt_template_id: dltId }: SmsContent): FrozenSms {
  return { smsBody, message_class, ...(dltId?.trim() && { dlt_template_id: dltId.trim() }) }
}

function isContactField(field: string): boolean {
  return !field.startsWith('notifly_') && !SENDER_FIELDS.some(name => name === field)
}

/** Throws TemplateInvalid. What it answers throws RenderError for a recipient whose text is empty or too long. */
function compile({ smsBody, message_class, dlt_template_id: dltTemplateId }: FrozenSms): WriteMessage<SmsMessage> {
  const template = compileTemplate(smsBody, 'text')
  // Of a text without fields there is one size for all.
  const isFixed = template.slots.length === 0
  let fixed: ReturnType<typeof written> | undefined
  const written = (fields: Readonly<Record<string, unknown>>) => {
    const text = render(template, fields).trim()
    return { text, ...sizeOf(text) }
  }
  return ({ address, fields, token, messageId }) => {
    const { text, segments, isUnicode } = isFixed ? (fixed ??= written({})) : written(fields)
    return {
      to: address,
      text,
      class: message_class,
      token,
      messageId,
      isUnicode,
      segments,
      ...(dltTemplateId !== undefined && { dltTemplateId }),
    }
  }
}

function sizeOf(text: string): Pick<SmsMessage, 'isUnicode' | 'segments'> {
  if (text === '') throw new RenderError('smsBody', 'The text is empty for this contact.')
  const fault = lengthFault(text)
  if (fault !== undefined) throw new RenderError('smsBody', `The text is too long for this contact. ${fault}`)
  const { encoding, segments } = measureSms(text)
  return { isUnicode: encoding === 'UCS-2', segments }
}
