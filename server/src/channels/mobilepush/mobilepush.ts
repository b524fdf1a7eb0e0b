/** The mobile push channel: notifications of apps, sent with Firebase Cloud Messaging and Apple's push service. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { actionFields, fieldsIn, type Frozen, linkAt, partsOf, type PushContent, pushSources } from '../push.ts'
import { clickToken } from '../../lib/delivery-token.ts'
import { LINK_FIELD_PREFIX, type TrackedLink } from '../../lib/email-html/links.ts'
import { compileTemplate } from '../../lib/liquid/compile.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import {
  type Channel,
  type MessageRecipient,
  type RunContext,
  type Source,
  type WriteMessage,
  topicOf,
} from '../channel.ts'
import { type MobilePushConfiguration, type MobilePushMessage, PAYLOAD_MAX_BYTES, serviceOf } from './message.ts'
import { type MobileNotification, payloadBytes, payloadOf } from './payload.ts'
import { mobilePushProvider } from './providers/mobilepush.ts'
import { MOBILEPUSH_SENTENCES, reasonSentence } from './reasons.ts'

/** The number of a tracked link, or an address of the app's own, which only the app can follow. */
type Target = { link: number } | { own: string } | null

/** The content stored with a run. */
export interface FrozenMobilePush {
  title: string
  body: string
  image: string
  page: Target
  actions: { title: string; target: Target }[]
}

export const mobilePushChannel: Channel<PushContent, FrozenMobilePush, MobilePushConfiguration, MobilePushMessage> = {
  name: 'mobilepush',
  addressedBy: 'device',
  providers: { mobilepush: mobilePushProvider },
  sources: content => pushSources(content),
  faults: faultsOf,
  outline: ({ campaignPageUrl }, { apns_bundle_id = '' } = {}) => ({
    sender: apns_bundle_id || null,
    replyTo: null,
    linkIn: linkAt(campaignPageUrl),
  }),
  freeze: (content, { firstLinkNo }) => freeze(content, firstLinkNo),
  fieldsOf: content => fieldsIn(textsOf(content)),
  compile,
  reasonSentence,
}

const WEB_ADDRESS = /^(?:https?:\/\/|\{\{|\{%)/i
// What browsers would run or read from the device is no address of an app.
const OWN_ADDRESS = /^(?!javascript:|data:|file:|vbscript:|content:)[a-z][a-z0-9+.-]{1,30}:\/\//i

function faultsOf(content: PushContent): FieldFailure[] {
  const sources = new Map(pushSources(content).map(each => [each.field, each.source]))
  const faults: FieldFailure[] = ['campaignTitle', 'campaignMsg', ...actionFields(content)]
    .filter(field => !sources.has(field))
    .map(field => ({ field, ...sentence('fields.required') }))
  const image = sources.get('campaignBannerImg')
  if (image !== undefined && !WEB_ADDRESS.test(image)) {
    faults.push({ field: 'campaignBannerImg', ...sentence('push.https') })
  }
  for (const [field, source] of sources) {
    const isTarget = field === 'campaignPageUrl' || field.endsWith('.action')
    if (!isTarget || WEB_ADDRESS.test(source) || OWN_ADDRESS.test(source)) continue
    faults.push({
      field,
      ...sentence('push.appAddress'),
    })
  }
  return faults.length > 0 ? faults : tooLong(content)
}

// Addresses are ours in the message, with a token of 70 letters.
const LONGEST_ADDRESS = `https://${'n'.repeat(60)}/t/c/${'t'.repeat(75)}`

/** Finds a content that is too long for any phone, whatever the merge fields contain. */
function tooLong({ actions = [], ...content }: PushContent): FieldFailure[] {
  const fixed = (source = '') => withoutLiquid(source).trim()
  const bytes = payloadBytes('fcm', {
    title: fixed(content.campaignTitle),
    body: fixed(content.campaignMsg),
    image: fixed(content.campaignBannerImg),
    url: LONGEST_ADDRESS,
    actions: actions.map(({ title }) => ({ title: fixed(title), url: LONGEST_ADDRESS })),
    token: 't'.repeat(70),
    tag: '',
  })
  if (bytes <= PAYLOAD_MAX_BYTES) return []
  return [{ field: 'campaignMsg', ...sentence('push.longForPhones') }]
}

function freeze(content: PushContent, firstLinkNo: number): Frozen<FrozenMobilePush> {
  for (const { source, kind } of pushSources(content)) compileTemplate(source, kind)
  const links: TrackedLink[] = []
  const targetOf = (address = ''): Target => {
    const url = address.trim()
    if (url === '') return null
    if (!WEB_ADDRESS.test(url)) return { own: url }
    const index = firstLinkNo + links.length
    links.push({ index, url, field: `${LINK_FIELD_PREFIX}${index}` })
    return { link: index }
  }
  const frozen: FrozenMobilePush = {
    title: content.campaignTitle?.trim() ?? '',
    body: content.campaignMsg?.trim() ?? '',
    image: content.campaignBannerImg?.trim() ?? '',
    page: targetOf(content.campaignPageUrl),
    actions: (content.actions ?? []).map(({ title, action }) => ({ title: title.trim(), target: targetOf(action) })),
  }
  return { content: frozen, links }
}

/** The parts that are filled in for each recipient; tracked addresses are filled in when the recipient follows them. */
function textsOf({ title, body, image, page, actions }: FrozenMobilePush): Pick<Source, 'source' | 'kind'>[] {
  const own = (target: Target) => (target !== null && 'own' in target ? target.own : '')
  return [
    { source: title, kind: 'subject' },
    { source: body, kind: 'text' },
    { source: image, kind: 'url' },
    { source: own(page), kind: 'url' },
    ...actions.flatMap(action => [
      { source: action.title, kind: 'subject' as const },
      { source: own(action.target), kind: 'url' as const },
    ]),
  ]
}

function compile(
  content: FrozenMobilePush,
  configuration: MobilePushConfiguration,
  { publicUrl, linkTo: testLink }: RunContext,
): WriteMessage<MobilePushMessage> {
  const parts = partsOf(textsOf(content))
  const part = (index: number, recipient: MessageRecipient) => parts[index]?.(recipient).trim() ?? ''
  const addressOf = (target: Target, index: number, recipient: MessageRecipient) =>
    target !== null && 'link' in target
      ? (testLink?.(target.link) ?? `${publicUrl}/t/c/${clickToken(recipient.token, target.link)}`)
      : part(index, recipient)
  return recipient => {
    const { device, token } = recipient
    if (device === null) throw new RenderError('device', sentence('push.noDevice'))
    const service = serviceOf(configuration, device.endpoint)
    if (service === null) throw new RenderError('device', MOBILEPUSH_SENTENCES.not_set_up)
    const collapseId = topicOf(recipient)
    const notification: MobileNotification = {
      title: part(0, recipient),
      body: part(1, recipient),
      image: part(2, recipient),
      url: addressOf(content.page, 3, recipient),
      actions: content.actions.map(({ target }, index) => ({
        title: part(4 + 2 * index, recipient),
        url: addressOf(target, 5 + 2 * index, recipient),
      })),
      token,
      tag: collapseId,
    }
    const bytes = payloadBytes(service, notification)
    if (bytes > PAYLOAD_MAX_BYTES) {
      throw new RenderError('campaignMsg', sentence('push.bytesForPhones', { bytes, maximum: PAYLOAD_MAX_BYTES }))
    }
    const payload = payloadOf(service, device.endpoint, notification)
    const { endpoint: deviceToken, seenAt } = device
    return { recipient: recipient.address, service, deviceToken, payload, collapseId, seenAt }
  }
}
