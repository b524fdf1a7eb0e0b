/** Converts the content of a message between the fields of the API and the form that its channel takes. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { SentMessage } from '@notifly/contracts/messages/messages'
import { readConstructs } from '../../lib/liquid/constructs.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'

/** For every channel but WhatsApp, whose messages need a template. */
export function ownContent(sent: SentMessage): object {
  switch (sent.channel) {
    case 'email': {
      const { subject = '', preheader, html = '', text, from_name: fromName } = sent.content ?? {}
      const isPlain = html.trim() === '' && text !== undefined && text.trim() !== ''
      return {
        subject,
        html: isPlain ? htmlOf(text) : html,
        ...(preheader !== undefined && { preheader }),
        ...(text !== undefined && { text }),
        ...(fromName !== undefined && { fromName }),
      }
    }
    case 'sms': {
      const {
        text,
        message_class = sent.class === 'marketing' ? 'promotional' : 'transactional',
        ...rest
      } = sent.content ?? {}
      return { ...rest, smsBody: text ?? '', message_class }
    }
    case 'webpush':
    case 'mobilepush': {
      const { title, body, image, icon, url, actions } = sent.content ?? {}
      return {
        campaignTitle: title,
        campaignMsg: body,
        campaignBannerImg: image,
        campaignIcon: icon,
        campaignPageUrl: url,
        ...(actions !== undefined && { actions: actions.map(each => ({ title: each.title, action: each.url })) }),
      }
    }
    case 'whatsapp':
      return {}
  }
}

/** Plain text as HTML that keeps its lines and merge fields. */
function htmlOf(text: string): string {
  let html = ''
  let at = 0
  const escaped = (part: string): string => escapeHtml(part).replaceAll(/\r?\n/g, '<br>\n')
  for (const { begin, end } of readConstructs(text)) {
    html += escaped(text.slice(at, begin)) + text.slice(begin, end)
    at = end
  }
  return `<div>${html}${escaped(text.slice(at))}</div>`
}

const NAMES: Record<string, string> = {
  fromName: 'from_name',
  smsBody: 'text',
  campaignTitle: 'title',
  campaignMsg: 'body',
  campaignBannerImg: 'image',
  campaignIcon: 'icon',
  campaignPageUrl: 'url',
}

/** The field of the message in which a fault is to be corrected. */
export function fieldOf(channel: Channel, field: string, isFromTemplate: boolean): string {
  if (channel === 'whatsapp') return field.startsWith('parameters') ? `content.${field}` : 'template'
  if (isFromTemplate) return 'template'
  const [first = '', ...rest] = field.split('.')
  return ['content', NAMES[first] ?? first, ...rest].join('.').replace(/\.action$/, '.url')
}
