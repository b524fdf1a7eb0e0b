import { readTemplate } from '@notifly/contracts/templates'
import { useMemo } from 'react'
import { useRead } from '../../../api/queries.ts'
import type { CampaignValues } from './values.ts'

type Words = Pick<CampaignValues, 'emailSubject' | 'emailBody' | 'preheader' | 'template_uuid'>

/** What would be sent: the campaign's own parts, and the template's where it says nothing itself. */
export interface CompleteContent {
  subject: string
  preheader: string
  html: string
  text: string
  /** Null: the campaign's own body. */
  templateName: string | null
  isLoading: boolean
  /** The template is gone or may not be read. */
  isMissing: boolean
}

export function useContent(values: Words): CompleteContent {
  const { emailSubject, emailBody, preheader, template_uuid: uuid } = values
  const template = useRead(readTemplate, { params: { uuid: uuid ?? '' } }, { enabled: uuid !== null })
  const { data, error } = template
  return useMemo(() => {
    if (uuid === null) {
      const own = { subject: emailSubject, preheader, html: emailBody, text: '' }
      return { ...own, templateName: null, isLoading: false, isMissing: false }
    }
    return {
      subject: emailSubject.trim() === '' ? (data?.subject ?? '') : emailSubject,
      preheader: preheader.trim() === '' ? (data?.preheader ?? '') : preheader,
      html: data?.html ?? '',
      text: data?.text ?? '',
      templateName: data?.name ?? '',
      isLoading: !data && !error,
      isMissing: Boolean(error) && !data,
    }
  }, [uuid, emailSubject, emailBody, preheader, data, error])
}
