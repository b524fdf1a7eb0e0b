import { previewSms, type SmsPreview } from '@notifly/contracts/sms/sms'
import { type LiveAnswer, useLatest, useLiveAnswer } from '../form/use-live-answer.ts'

export interface LiveSms extends LiveAnswer<SmsPreview> {
  /** The last text that rendered successfully. */
  text: string
  /** `text` is older than the source, which can't be rendered. */
  isStale: boolean
  /** Nothing has rendered so far, because the source has errors. */
  isBroken: boolean
}

interface SmsPreviewOptions {
  contactUuid?: string | undefined
  /** Shows links as short links. Absent: the default for a text with this DLT id, or without one. */
  trackLinks?: boolean | undefined
  dltTemplateId?: string | undefined
}

/**
 * Renders and measures on the server while the author types, after each pause. The last valid text is kept while the
 * source is invalid.
 */
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
