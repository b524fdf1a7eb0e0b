import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import { type EmailContent, type Preview, previewTemplate } from '@notifly/contracts/templates/templates'
import { partsOf } from './content.ts'
import { type LiveAnswer, useLatest, useLiveAnswer } from '../form/use-live-answer.ts'

export interface LivePreview extends LiveAnswer<Preview> {
  /** The last HTML and text that rendered successfully. */
  html: string
  text: string
  /** `html` is older than the source, which can't be rendered. */
  isStale: boolean
}

/** Renders on the server while the author types, after each pause. The last valid preview stays while the text is invalid. */
export function usePreview(content: EmailContent, contactUuid: string | undefined, linkTags?: LinkTags): LivePreview {
  const parts = partsOf(content)
  const source = parts.mjml ?? parts.html ?? ''
  const who = contactUuid === undefined ? {} : { contact_uuid: contactUuid }
  const tags = linkTags && { link_tags: linkTags }
  const live = useLiveAnswer(previewTemplate, { body: { content: parts, ...who, ...tags } }, { stays: true })
  const isGood = live.data?.html !== '' || source.trim() === ''
  const good = useLatest(isGood ? live.data : undefined) ?? { html: '', text: '' }
  return { ...live, html: good.html, text: good.text, isStale: live.data?.html === '' && good.html !== '' }
}
