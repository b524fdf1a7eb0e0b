/** The web push channel: notifications of browsers, sent to the endpoints of a site's subscribers. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { leastPayloadBytes, PAYLOAD_MAX_BYTES } from '@notifly/contracts/web-push/payload'
import {
  actionFields,
  fieldsIn,
  type Frozen,
  linkAt,
  type Part,
  partsOf,
  type PushContent,
  pushSources,
} from '../push.ts'
import { clickToken } from '../../lib/delivery-token.ts'
import { LINK_FIELD_PREFIX } from '../../lib/email-html/links.ts'
import { compileTemplate } from '../../lib/liquid/compile.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import {
  type Channel,
  type Device,
  type MessageRecipient,
  type RunContext,
  type Source,
  type WriteMessage,
  topicOf,
} from '../channel.ts'
import type { WebPushConfiguration } from './message.ts'
import { payloadOf } from './payload.ts'
import { webPushProvider } from './providers/webpush.ts'
import { reasonSentence } from './reasons.ts'
import { type AnyWebPushMessage, SAFARI_PAYLOAD_MAX_BYTES, type SafariMessage, safariPayload } from './safari.ts'
import { directTarget } from './safari-settings.ts'

/** What a campaign says, with its names in the API. */
export interface WebPushContent extends PushContent {
  /** Absent or empty: the site's. */
  campaignIcon?: string | undefined
}

/** The content stored with a run: addresses that a click leads to are numbers of the run's links. */
export interface FrozenWebPush {
  title: string
  body: string
  image: string
  icon: string
  page: number
  actions: { title: string; link: number }[]
}

export const webPushChannel: Channel<WebPushContent, FrozenWebPush, WebPushConfiguration, AnyWebPushMessage> = {
  name: 'webpush',
  addressedBy: 'device',
  providers: { webpush: webPushProvider },
  sources: sourcesOf,
  faults: faultsOf,
  outline: ({ campaignPageUrl }, { site_url = '' } = {}) => ({
    sender: site_url || null,
    replyTo: null,
    linkIn: linkAt(campaignPageUrl),
  }),
  freeze: (content, { firstLinkNo }) => freeze(content, firstLinkNo),
  fieldsOf: content => fieldsIn(textsOf(content)),
  compile,
  reasonSentence,
}

function sourcesOf(content: WebPushContent): Source[] {
  return pushSources(content, content.campaignIcon)
}

const REQUIRED = ['campaignTitle', 'campaignMsg', 'campaignBannerImg', 'campaignPageUrl'] as const
const ADDRESS = sentence('push.https')

function faultsOf(content: WebPushContent): FieldFailure[] {
  const sources = new Map(sourcesOf(content).map(each => [each.field, each]))
  const asked = [...REQUIRED, ...actionFields(content)]
  const missing = asked.filter(field => !sources.has(field)).map(field => ({ field, ...sentence('fields.required') }))
  const wrong = [...sources.values()]
    .filter(({ kind, source }) => kind === 'url' && !/^(?:https?:\/\/|\{\{|\{%)/i.test(source))
    .map(({ field }) => ({ field, ...ADDRESS }))
  return [...missing, ...wrong, ...tooLong(content, [...sources.values()])]
}

/** Finds a content that is too long whatever the merge fields contain. */
function tooLong({ actions = [] }: WebPushContent, sources: readonly Source[]): FieldFailure[] {
  const shown = sources.filter(({ field }) => field !== 'campaignPageUrl' && !field.endsWith('.action'))
  const texts = shown.reduce((sum, { source }) => sum + Buffer.byteLength(JSON.stringify(withoutLiquid(source))), 0)
  if (leastPayloadBytes(texts, actions.length) <= PAYLOAD_MAX_BYTES) return []
  return [
    {
      field: 'campaignMsg',
      ...sentence('push.longForBrowsers'),
    },
  ]
}

function freeze(content: WebPushContent, firstLinkNo: number): Frozen<FrozenWebPush> {
  const {
    campaignTitle = '',
    campaignMsg = '',
    campaignBannerImg = '',
    campaignIcon = '',
    campaignPageUrl = '',
  } = content
  const actions = content.actions ?? []
  for (const { source, kind } of sourcesOf(content)) compileTemplate(source, kind)
  const links = [campaignPageUrl, ...actions.map(({ action }) => action)].map((url, at) => {
    const index = firstLinkNo + at
    return { index, url: url.trim(), field: `${LINK_FIELD_PREFIX}${index}` }
  })
  const frozen: FrozenWebPush = {
    title: campaignTitle.trim(),
    body: campaignMsg.trim(),
    image: campaignBannerImg.trim(),
    icon: campaignIcon.trim(),
    page: firstLinkNo,
    actions: actions.map(({ title }, index) => ({ title: title.trim(), link: firstLinkNo + 1 + index })),
  }
  return { content: frozen, links }
}

/** The parts that are filled in for each recipient; links are resolved when they are clicked. */
function textsOf({ title, body, image, icon, actions }: FrozenWebPush): Pick<Source, 'source' | 'kind'>[] {
  return [
    { source: title, kind: 'subject' },
    { source: body, kind: 'text' },
    { source: image, kind: 'url' },
    { source: icon, kind: 'url' },
    ...actions.map(action => ({ source: action.title, kind: 'subject' as const })),
  ]
}

function compile(
  content: FrozenWebPush,
  configuration: WebPushConfiguration,
  { publicUrl, linkTo: testLink }: RunContext,
): WriteMessage<AnyWebPushMessage> {
  const parts = partsOf(textsOf(content))
  const [title, body, image, icon, ...buttons] = parts as [Part, Part, Part, Part, ...Part[]]
  const linksOf = (token: string) => testLink ?? ((no: number): string => `${publicUrl}/t/c/${clickToken(token, no)}`)
  const forSafari = (recipient: MessageRecipient, { endpoint, seenAt }: Device): SafariMessage => {
    const { address, token } = recipient
    const payload = safariPayload({
      title: title(recipient),
      body: body(recipient),
      action: buttons[0]?.(recipient) ?? '',
      target: safariTarget(configuration, token, content.page, testLink),
    })
    assertPayloadFits(payload, SAFARI_PAYLOAD_MAX_BYTES)
    return { recipient: address, deviceToken: endpoint, payload, collapseId: topicOf(recipient), seenAt }
  }
  return recipient => {
    const { address, device, token } = recipient
    if (device?.platform === 'safari') return forSafari(recipient, device)
    if (device?.keys == null) throw new RenderError('device', sentence('push.noKeys'))
    const linkTo = linksOf(token)
    const topic = topicOf(recipient)
    const payload = payloadOf({
      title: title(recipient),
      body: body(recipient),
      image: image(recipient).trim(),
      icon: icon(recipient).trim() || configuration.icon_url,
      navigate: linkTo(content.page),
      actions: content.actions.map(({ link }, index) => ({
        title: buttons[index]?.(recipient) ?? '',
        navigate: linkTo(link),
      })),
      tag: topic,
      token,
    })
    assertPayloadFits(payload, PAYLOAD_MAX_BYTES)
    return { recipient: address, endpoint: device.endpoint, keys: device.keys, payload, topic }
  }
}

/** What the site's package puts after our address: a click of a campaign is counted, that of a test leads straight to the page. */
function safariTarget(
  { safari, vapid_private_key: siteKey }: WebPushConfiguration,
  token: string,
  page: number,
  testLink: RunContext['linkTo'],
): string {
  if (testLink === undefined) return clickToken(token, page)
  return directTarget(safari?.application_id ?? '', siteKey, testLink(page))
}

function assertPayloadFits(payload: Buffer, mostBytes: number): void {
  if (payload.length <= mostBytes) return
  throw new RenderError('campaignMsg', sentence('push.bytesForBrowsers', { bytes: payload.length, maximum: mostBytes }))
}
