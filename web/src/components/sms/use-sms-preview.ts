import { previewSms, type SmsPreview } from '@notifly/contracts/sms/sms'
import { type LiveAnswer, useLatest, useLiveAnswer } from '../form/use-live-answer.ts'

export interface LiveSms extends LiveAnswer<SmsPreview> {
  /** The newest text that could be rendered. */
  text: string
  /** `text` is older than the source, which cannot be rendered as it is. */
  isStale: boolean
  /** Nothing could be rendered so far, for the source's errors. */
  isBroken: boolean
}

interface SmsPreviewOptions {
  contactUuid?: string | undefined
  /** Links are shown as the short addresses that they leave as; absent: as a text with this id, or without one, has them. */
  trackLinks?: boolean | undefined
  dltTemplateId?: string | undefined
}

/** Renders and measures on the server as one types, after each pause. The last good text stays while the source is broken. */
export function useSmsPreview(source: string, options: SmsPreviewOptions = {}): LiveSms {
  const { contactUuid, trackLinks, dltTemplateId } = options
  const body = {
    text: source,
    ...(contactUuid !== undefined && { contact_uuid: contactUuid }),
    ...(trackLinks !== undefined && { track_links: trackLinks }),
    ...(dltTemplateId && { dlt_template_id: dltTemplateId }),
  }
  const live = useLiveAnswer(previewSms, { body }, { stays: true })
  const { data } = live
  const isEmpty = data?.text === '' && source.trim() !== ''
  const text = useLatest(isEmpty ? undefined : data?.text) ?? ''
  const isBroken = isEmpty && text === '' && data.problems.some(({ severity }) => severity === 'error')
  return { ...live, text, isStale: isEmpty && text !== '', isBroken }
}
