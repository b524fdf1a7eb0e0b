/** What a message of each channel still lacks, as the server would say when it is launched. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { measureSms, SMS_SEGMENTS_MAX } from '@notifly/contracts/sms/parts'
import { needsOf } from '@notifly/contracts/whatsapp-templates/components'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import {
  isAddress,
  isTarget,
  PAYLOAD_MAX_BYTES,
  payloadBytes,
  type PushWords,
} from '../../../components/web-push/push-look.ts'
import { withShortLinks } from '../../../components/fields/short-links.ts'
import { isBlank, lacksPlace, missingValues } from './whatsapp/missing-values.ts'
import type { CompleteContent } from './use-content.ts'
import type { CampaignValues } from './values.ts'

export type MessagePart =
  | 'text'
  | 'length'
  | 'whatsappTemplate'
  | 'obstacle'
  | 'fill'
  | 'place'
  | 'pushTitle'
  | 'pushMessage'
  | 'pushBanner'
  | 'pushPage'
  | 'pushButtons'
  | 'pushAddress'
  | 'pushSize'

export interface MessageBlock {
  part: MessagePart
  step: 'what'
  count?: number
}

type Facts = { values: CampaignValues; content: CompleteContent; charactersMax: number }

/** Of every channel but e-mail, whose parts its A/B test divides. */
export function messageBlocks(channel: Channel, facts: Facts): MessageBlock[] {
  switch (channel) {
    case 'email':
      return []
    case 'sms':
      return textBlocks(facts)
    case 'whatsapp':
      return whatsappBlocks(facts)
    case 'webpush':
    case 'mobilepush':
      return facts.content.isLoading ? [] : pushBlocks(channel, facts.content.push)
  }
}

/** Merge fields are left out: they are longer or shorter for everybody. */
function textBlocks({ content, charactersMax }: Facts): MessageBlock[] {
  if (content.isLoading) return []
  const { text: source, hasShortLinks } = content
  const text = hasShortLinks ? withShortLinks(source) : source
  if (text.trim() === '') return [{ part: 'text', step: 'what' }]
  const fixed = /\{%-?\s*(if|unless|case|for|comment)/.test(text) ? '' : withoutLiquid(text)
  const isLong = fixed.length > charactersMax || measureSms(fixed).segments > SMS_SEGMENTS_MAX
  return isLong ? [{ part: 'length', step: 'what' }] : []
}

function whatsappBlocks({ values, content }: Facts): MessageBlock[] {
  if (isBlank(values.template_name) || content.isMissing) return [{ part: 'whatsappTemplate', step: 'what' }]
  const { whatsapp } = content
  if (whatsapp === undefined) return []
  if (whatsapp.obstacle !== null) return [{ part: 'obstacle', step: 'what' }]
  const needs = needsOf(whatsapp.components)
  const count = missingValues(needs, values.parameters)
  const found: (MessageBlock | false)[] = [
    lacksPlace(needs, values.parameters) && { part: 'place', step: 'what' },
    count > 0 && { part: 'fill', step: 'what', count },
  ]
  return found.filter(block => block !== false)
}

/** The specification's rules of push campaigns. What an app shows needs no picture, and leads into the app by itself. */
function pushBlocks(channel: 'webpush' | 'mobilepush', words: PushWords): MessageBlock[] {
  const isApp = channel === 'mobilepush'
  const { campaignTitle, campaignMsg, campaignBannerImg, campaignPageUrl, campaignIcon, actions } = words
  const open = actions.filter(({ title, action }) => isBlank(title) || isBlank(action)).length
  const pictures = isApp ? [campaignBannerImg] : [campaignBannerImg, campaignIcon]
  const pages = [campaignPageUrl, ...actions.map(({ action }) => action)]
  const wrong =
    pictures.filter(address => !isBlank(address) && !isAddress(address)).length +
    pages.filter(address => !isBlank(address) && !isTarget(channel, address)).length
  const found: (MessageBlock | false)[] = [
    isBlank(campaignTitle) && { part: 'pushTitle', step: 'what' },
    isBlank(campaignMsg) && { part: 'pushMessage', step: 'what' },
    !isApp && isBlank(campaignBannerImg) && { part: 'pushBanner', step: 'what' },
    !isApp && isBlank(campaignPageUrl) && { part: 'pushPage', step: 'what' },
    open > 0 && { part: 'pushButtons', step: 'what', count: open },
    wrong > 0 && { part: 'pushAddress', step: 'what', count: wrong },
    payloadBytes(words) > PAYLOAD_MAX_BYTES && { part: 'pushSize', step: 'what' },
  ]
  return found.filter(block => block !== false)
}
