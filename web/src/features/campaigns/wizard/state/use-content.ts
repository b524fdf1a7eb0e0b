import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Channel } from '@notifly/contracts/applications/applications'
import { readTemplate } from '@notifly/contracts/templates/templates'
import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useMemo } from 'react'
import { useRead } from '../../../../api/queries.ts'
import { pushWordsOf, type PushWords } from '../../../../components/web-push/push-look.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { useWhatsappTemplate } from '../../../../components/whatsapp/use-whatsapp-template.ts'
import type { CampaignValues } from './values.ts'

type MailWords = Pick<CampaignValues, 'emailSubject' | 'emailBody' | 'preheader' | 'template_uuid'>

/** What would be sent: the campaign's own parts, and the template's where it says nothing itself. */
export interface CompleteContent {
  /** The line that it is known by: its subject, its title, its text, its template's name. */
  title: string
  /** Nothing to look at yet. */
  isEmpty: boolean
  /** Of a mail. */
  subject: string
  preheader: string
  html: string
  /** Of a mail its other form; of a text message everything. */
  text: string
  /** Of a text message: its links become short addresses. */
  hasShortLinks: boolean
  /** Null: the campaign's own words. */
  templateName: string | null
  /** Of a notification: the campaign's own parts, or its template's. */
  push: PushWords
  /** Of WhatsApp: the template as it keeps it. */
  whatsapp?: WhatsappTemplate | undefined
  isLoading: boolean
  /** The template is gone or may not be read. */
  isMissing: boolean
}

export function useContent(channel: Channel, values: CampaignValues): CompleteContent {
  // Templates of text messages are read by the same call.
  const mail = useMailContent(values)
  const kept = useKeptTemplate(channel, values)
  return useMemo(() => {
    switch (channel) {
      case 'email':
        return mail
      case 'sms':
        return ofText(mail, values)
      case 'whatsapp':
        return { ...NOTHING, ...kept, title: values.template_name, isEmpty: values.template_name === '' }
      case 'webpush':
      case 'mobilepush':
        return ofPush(mail, values)
    }
  }, [channel, values, mail, kept])
}

const NOTHING: CompleteContent = {
  title: '',
  isEmpty: true,
  subject: '',
  preheader: '',
  html: '',
  text: '',
  hasShortLinks: false,
  push: pushWordsOf(),
  templateName: null,
  isLoading: false,
  isMissing: false,
}

function ofText(template: CompleteContent, { smsBody, track_links }: CampaignValues): CompleteContent {
  const text = smsBody.trim() === '' ? template.text : smsBody
  const isEmpty = text.trim() === '' && template.templateName === null
  return { ...template, text, title: text.trim(), isEmpty, hasShortLinks: track_links ?? template.hasShortLinks }
}

/** What the campaign does not say itself is its template's, part by part. */
function ofPush(template: CompleteContent, values: CampaignValues): CompleteContent {
  const first = (part: Exclude<keyof PushWords, 'actions'>) =>
    values[part].trim() === '' ? template.push[part] : values[part]
  const push: PushWords = {
    campaignTitle: first('campaignTitle'),
    campaignMsg: first('campaignMsg'),
    campaignBannerImg: first('campaignBannerImg'),
    campaignIcon: first('campaignIcon'),
    campaignPageUrl: first('campaignPageUrl'),
    actions: values.actions.length === 0 ? template.push.actions : values.actions,
  }
  const isEmpty = `${push.campaignTitle}${push.campaignMsg}`.trim() === '' && template.templateName === null
  return { ...template, push, title: push.campaignTitle, isEmpty }
}

export function useMailContent(values: MailWords): CompleteContent {
  const { emailSubject, emailBody, preheader, template_uuid: uuid } = values
  const mayRead = useCan(ACTIVITY.templateEmail, 'read')
  const template = useRead(readTemplate, { params: { uuid: uuid ?? '' } }, { enabled: uuid !== null && mayRead })
  const { data, error } = template
  return useMemo(() => {
    if (uuid === null) {
      const own = { subject: emailSubject, preheader, html: emailBody, title: emailSubject, hasShortLinks: true }
      return { ...NOTHING, ...own, isEmpty: emailBody.trim() === '' }
    }
    const subject = emailSubject.trim() === '' ? (data?.subject ?? '') : emailSubject
    return {
      title: subject,
      isEmpty: false,
      subject,
      preheader: preheader.trim() === '' ? (data?.preheader ?? '') : preheader,
      html: data?.html ?? '',
      text: data?.text ?? '',
      // A registered text leaves as it is, unless clicks are asked for.
      hasShortLinks: !data?.dlt_template_id,
      push: pushWordsOf(data),
      templateName: data?.name ?? '',
      isLoading: mayRead && !data && !error,
      isMissing: Boolean(error) && !data,
    }
  }, [uuid, emailSubject, emailBody, preheader, mayRead, data, error])
}

type Kept = Pick<CompleteContent, 'whatsapp' | 'isLoading' | 'isMissing'>

/** The template of that name and language, as WhatsApp keeps it. */
function useKeptTemplate(channel: Channel, { template_name: name, language }: CampaignValues): Kept {
  const isAsked = channel === 'whatsapp' && name !== ''
  const mayRead = useCan(ACTIVITY.templateWhatsapp, 'read')
  const isKnown = isAsked && mayRead
  const { template, error } = useWhatsappTemplate(name, language, { enabled: isKnown })
  return useMemo(
    () => ({
      whatsapp: isAsked ? (template ?? undefined) : undefined,
      isLoading: isKnown && template === undefined && !error,
      isMissing: isKnown && language !== '' && template === null,
    }),
    [template, error, isAsked, isKnown, language],
  )
}
