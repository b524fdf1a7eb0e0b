/** The SMS channel: what a content is, when it can be sent, and how it becomes a message. */
import { tooLong } from '@notifly/contracts/sentences/of-issue'
import type { MessageClass } from '@notifly/contracts/campaigns/content'
import type { FieldFailure } from '@notifly/contracts/errors'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { measureSms, SMS_CHARACTERS_MAX, SMS_SEGMENTS_MAX } from '@notifly/contracts/sms/parts'
import { SENDER_FIELDS } from '@notifly/contracts/templates/sender-fields'
import type { TrackedLink } from '../../lib/email-html/links.ts'
import { compileTemplate, render } from '../../lib/liquid/compile.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import { isWebAddress, trackTextLinks } from '../../lib/links/text-links.ts'
import type { Channel, Outline, RunContext, WriteMessage } from '../channel.ts'
import type { Provider } from '../provider.ts'
import type { SmsMessage } from './message.ts'
import { karixProvider } from './providers/karix.ts'
import type { KarixConfiguration } from './providers/karix-hook.ts'
import { twilioProvider } from './providers/twilio.ts'
import type { TwilioConfiguration } from './providers/twilio-hook.ts'
import { smsReasonSentence } from './reasons.ts'

/** The content, with its names in the API. */
export interface SmsContent {
  smsBody?: string | undefined
  message_class?: MessageClass | undefined
  /** Of the template that the text comes from. */
  dlt_template_id?: string | undefined
  /** Its links are short and count clicks. Null or absent: yes, except in a text that is registered word for word. */
  track_links?: boolean | null | undefined
}

/** The content stored with a run. */
export interface FrozenSms {
  smsBody: string
  message_class: MessageClass
  dlt_template_id?: string
  /** The number of its first link; absent where links are left as they are. */
  links_from?: number
}

export type SmsConfiguration = KarixConfiguration | TwilioConfiguration

// A provider opens what its own name stands on, so that it is never given another's settings.
const providers = { Karix: karixProvider, Twilio: twilioProvider } as unknown as Readonly<
  Record<string, Provider<SmsConfiguration, SmsMessage>>
>

export const smsChannel: Channel<SmsContent, FrozenSms, SmsConfiguration, SmsMessage> = {
  name: 'sms',
  addressedBy: 'phone',
  hasShortLinks: true,
  providers,
  sources: ({ smsBody = '' }) => [{ field: 'smsBody', source: smsBody, kind: 'text' }],
  faults,
  outline,
  freeze: (content, { firstLinkNo }) => {
    const frozen = frozenOf(content)
    compileTemplate(frozen.smsBody, 'text')
    if (!tracksLinks(content)) return { content: frozen, links: [] }
    const { links } = trackTextLinks(frozen.smsBody, firstLinkNo)
    return { content: links.length === 0 ? frozen : { ...frozen, links_from: firstLinkNo }, links }
  },
  fieldsOf: content => {
    const { text, links } = sentText(content)
    const sources = [...links.flatMap(({ url, isField }) => (isField ? [url] : [])), text]
    return [...new Set(sources.flatMap(source => compileTemplate(source, 'text').fields))].filter(isContactField)
  },
  compile,
  reasonSentence: smsReasonSentence,
}

/**
 * Whether links are shortened and count clicks. For a registered text (India's DLT) the default is no, because the network drops texts that
 * differ from it.
 */
function tracksLinks({ track_links: asked, dlt_template_id: dltId }: SmsContent): boolean {
  return asked ?? !dltId?.trim()
}

/** Returns the source as it is sent, with fields in place of its links. */
function sentText({ smsBody, links_from: first }: FrozenSms): ReturnType<typeof trackTextLinks> {
  return first === undefined ? { text: smsBody, links: [] } : trackTextLinks(smsBody, first)
}

/**
 * Returns why a content cannot be sent. A text with merge fields is judged by the text around them; each recipient's own text is checked
 * when it is written.
 */
function faults(content: SmsContent, configuration?: SmsConfiguration): FieldFailure[] {
  const { smsBody = '', dlt_template_id: dltId } = content
  const field = 'smsBody'
  if (smsBody.trim() === '') return [{ field, ...sentence('sms.sms_body') }]
  const found: FieldFailure[] = []
  const text = fixedPart(tracksLinks(content) ? withShortLinks(smsBody) : smsBody)
  const length = lengthFault(text, charactersMaxOf(configuration))
  if (length !== undefined) found.push({ field, ...length })
  if (needsDltTemplate(configuration) && !dltId?.trim()) {
    found.push({ field, ...sentence('sms.sms_dlt') })
  }
  return found
}

/** Whether the sender is registered in India, where every text needs a template. */
function needsDltTemplate(configuration: SmsConfiguration | undefined): boolean {
  return configuration !== undefined && 'dlt_entity_id' in configuration && Boolean(configuration.dlt_entity_id)
}

/** Returns the source approximately as it is sent; unchanged if it cannot be parsed. */
function withShortLinks(source: string): string {
  try {
    const { text, links } = trackTextLinks(source)
    const sure = links.filter(({ isField }) => !isField)
    return sure.reduce((short, { field }) => short.replace(`{{ ${field} }}`, LEAST_ADDRESS), text)
  } catch {
    return source
  }
}

// No installation has a shorter one.
const LEAST_ADDRESS = `https://x.io/l/${'x'.repeat(18)}`

/** Returns the text without merge fields and tags: no recipient's text can be shorter, except for what is inside conditions. */
function fixedPart(source: string): string {
  if (/\{%-?\s*(if|unless|case|for|comment)/.test(source)) return ''
  return withoutLiquid(source)
}

const KARIX_CHARACTERS_MAX = 800

/** Returns the characters that the provider of these settings accepts in one text; without settings, the highest limit of any provider. */
export function charactersMaxOf(configuration: object | null | undefined): number {
  // Keys are secret, and not always among the settings; senders are not.
  const isKarix = configuration && 'promotional_sender' in configuration
  return isKarix ? KARIX_CHARACTERS_MAX : SMS_CHARACTERS_MAX
}

function lengthFault(text: string, charactersMax: number): Sentence | undefined {
  if (text.length > charactersMax) return tooLong('smsBody', charactersMax)
  const { segments } = measureSms(text)
  return segments > SMS_SEGMENTS_MAX
    ? sentence('sms.sms_long', { count: SMS_SEGMENTS_MAX, parts: segments })
    : undefined
}

function outline({ smsBody = '', message_class = 'promotional' }: SmsContent, sender: SmsSender = {}): Outline {
  return {
    sender: sender[`${message_class}_sender`] ?? (sender.from || (sender.messaging_service_sid ?? null)),
    replyTo: null,
    linkIn: { source: smsBody, kind: 'text' },
  }
}

type SmsSender = Partial<Pick<TwilioConfiguration, 'from' | 'messaging_service_sid'>> &
  Partial<Pick<KarixConfiguration, `${MessageClass}_sender`>>

function frozenOf({ smsBody = '', message_class = 'promotional', dlt_template_id: dltId }: SmsContent): FrozenSms {
  return { smsBody, message_class, ...(dltId?.trim() && { dlt_template_id: dltId.trim() }) }
}

function isContactField(field: string): boolean {
  return !field.startsWith('notifly_') && !SENDER_FIELDS.some(name => name === field)
}

/** Throws TemplateInvalid. What it returns throws RenderError for a recipient whose text is empty or too long. */
function compile(
  content: FrozenSms,
  configuration: SmsConfiguration,
  { linkTo }: RunContext,
): WriteMessage<SmsMessage> {
  const { message_class, dlt_template_id: dltTemplateId } = content
  const { write, isFixed } = textWriter(content)
  const charactersMax = charactersMaxOf(configuration)
  // Of a text without fields there is one size for all.
  let fixed: ReturnType<typeof written> | undefined
  const written = (fields: Fields, to: LinkTo | undefined) => {
    const text = write(fields, to)
    return { text, ...sizeOf(text, charactersMax) }
  }
  return ({ address, fields, token, messageId, shortLink }) => {
    const { text, segments, isUnicode } = isFixed
      ? (fixed ??= written({}, undefined))
      : written(fields, linkTo ?? shortLink)
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

type LinkTo = (linkNo: number) => string

/** Fills in a text for one recipient, however long it becomes. Throws TemplateInvalid; what it returns throws RenderError. */
export function textWriter(content: FrozenSms): { write: (fields: Fields, to?: LinkTo) => string; isFixed: boolean } {
  const { text, links } = sentText(content)
  const template = compileTemplate(text, 'text')
  const fillings = links.map(link => [link.field, fillingOf(link)] as const)
  const write = (fields: Fields, to?: LinkTo): string => {
    if (fillings.length === 0) return render(template, fields).trim()
    const all: Record<string, unknown> = { ...fields }
    for (const [field, fill] of fillings) all[field] = fill(fields, to)
    return render(template, all).trim()
  }
  return { write, isFixed: template.slots.length === 0 }
}

/** Replaces a link with its short address, or with the value of a field that is not a link. */
function fillingOf({ index, url, isField }: TrackedLink): (fields: Fields, to: LinkTo | undefined) => string {
  const short = (to: LinkTo | undefined): string => {
    if (to === undefined) throw new Error('a text has links, and its run has no number')
    return to(index)
  }
  if (!isField) return (_, to) => short(to)
  const template = compileTemplate(url, 'text')
  return (fields, to) => {
    const value = render(template, fields)
    return isWebAddress(value.trim()) ? short(to) : value
  }
}

/** Throws RenderError for a text that cannot be sent. */
export function sizeOf(text: string, charactersMax: number): Pick<SmsMessage, 'isUnicode' | 'segments'> {
  if (text === '') throw new RenderError('smsBody', sentence('sms.sms_empty_for'))
  const fault = lengthFault(text, charactersMax)
  if (fault !== undefined) throw new RenderError('smsBody', sentence('sms.sms_long_for', { reason: fault }))
  const { encoding, segments } = measureSms(text)
  return { isUnicode: encoding === 'UCS-2', segments }
}
