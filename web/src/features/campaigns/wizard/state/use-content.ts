import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Channel } from '@notifly/contracts/applications/applications'
import { readTemplate } from '@notifly/contracts/templates/templates'
import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useMemo } from 'react'
import type { ApiError } from '../../../../api/api-error.ts'
import { useRead } from '../../../../api/queries.ts'
import { pushWordsOf, type PushWords } from '../../../../components/web-push/push-look.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { useWhatsappTemplate } from '../../../../components/whatsapp/use-whatsapp-template.ts'
import type { CampaignValues } from './values.ts'

type MailWords = Pick<CampaignValues, 'emailSubject' | 'emailBody' | 'preheader' | 'template_uuid'>

/** The content as it would be sent: the campaign's own parts, completed by its template's. */
export interface CompleteContent {
  /** A short title: the subject, notification title, message text or template name. */
  title: string
  /** There is nothing to preview yet. */
  isEmpty: boolean
  /** Email only, as are `preheader` and `html`. */
  subject: string
  preheader: string
  html: string
  /** The plain-text part of a mail, or the whole text of an SMS. */
  text: string
  /** SMS only: links are replaced by short links. */
  hasShortLinks: boolean
  /** Null if no template is used. */
  templateName: string | null
  /** Push only. */
  push: PushWords
  /** WhatsApp only: the template as WhatsApp stores it. */
  whatsapp?: WhatsappTemplate | undefined
  isLoading: boolean
  /** The template was deleted or the reader may not see it. */
  isMissing: boolean
  /** Why the template could not be loaded. */
  error: ApiError | null
  again: () => void
}

export function useContent(channel: Channel, values: CampaignValues): CompleteContent {
  // Templates of SMS and push come from the same call.
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
  error: null,
  again: () => undefined,
}

function ofText(template: CompleteContent, { smsBody, track_links }: CampaignValues): CompleteContent {
  const text = smsBody.trim() === '' ? template.text : smsBody
  const isEmpty = text.trim() === '' && template.templateName === null
  return { ...template, text, title: text.trim(), isEmpty, hasShortLinks: track_links ?? template.hasShortLinks }
}

/** Each part that the campaign leaves empty comes from the template. */
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
  const { data, error, refetch } = template
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
      // A text registered with DLT is sent unchanged unless the author turns click tracking on.
      hasShortLinks: !data?.dlt_template_id,
      push: pushWordsOf(data),
      templateName: data?.name ?? '',
      isLoading: mayRead && !data && !error,
      isMissing: error?.status === 404 && !data,
      error: data || error?.status === 404 ? null : error,
      again: () => void refetch(),
    }
  }, [uuid, emailSubject, emailBody, preheader, mayRead, data, error, refetch])
}

type Kept = Pick<CompleteContent, 'whatsapp' | 'isLoading' | 'isMissing'>

/** The chosen template in that language, as WhatsApp stores it. */
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
