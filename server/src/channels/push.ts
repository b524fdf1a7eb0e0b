/** The content of a notification, the same for browsers and phones. */
import type { TrackedLink } from '../lib/email-html/links.ts'
import { compileTemplate, render } from '../lib/liquid/compile.ts'
import type { MessageRecipient, Outline, Source } from './channel.ts'

/** What a campaign says, with its names in the API. */
export interface PushContent {
  campaignTitle?: string | undefined
  campaignMsg?: string | undefined
  campaignBannerImg?: string | undefined
  campaignPageUrl?: string | undefined
  actions?: readonly { title: string; action: string }[] | undefined
}

export interface Frozen<Content> {
  content: Content
  links: TrackedLink[]
}

/** Returns the sources that have text, trimmed. `icon`: if the channel shows one. */
export function pushSources({ actions = [], ...content }: PushContent, icon?: string): Source[] {
  const { campaignTitle, campaignMsg, campaignBannerImg, campaignPageUrl } = content
  const sources: { field: string; source: string | undefined; kind: Source['kind'] }[] = [
    { field: 'campaignTitle', source: campaignTitle, kind: 'subject' },
    { field: 'campaignMsg', source: campaignMsg, kind: 'text' },
    { field: 'campaignBannerImg', source: campaignBannerImg, kind: 'url' },
    { field: 'campaignIcon', source: icon, kind: 'url' },
    { field: 'campaignPageUrl', source: campaignPageUrl, kind: 'url' },
    ...actions.flatMap(({ title, action }, index) => [
      { field: `actions.${index}.title`, source: title, kind: 'subject' as const },
      { field: `actions.${index}.action`, source: action, kind: 'url' as const },
    ]),
  ]
  return sources.flatMap(({ source = '', ...rest }) =>
    source.trim() === '' ? [] : [{ ...rest, source: source.trim() }],
  )
}

/** Returns the fields of the buttons, all of which are required. */
export function actionFields({ actions = [] }: PushContent): string[] {
  return actions.flatMap((_, index) => [`actions.${index}.title`, `actions.${index}.action`])
}

/** Returns where a click on the notification leads. */
export function linkAt(page: string | undefined): Outline['linkIn'] {
  const source = page?.trim() ?? ''
  return source === '' ? null : { source, kind: 'url' }
}

type Text = Pick<Source, 'source' | 'kind'>

export function fieldsIn(texts: readonly Text[]): string[] {
  return [...new Set(texts.flatMap(({ source, kind }) => compileTemplate(source, kind).fields))]
}

export type Part = (recipient: MessageRecipient) => string

/** Writes each text for a recipient. */
export function partsOf(texts: readonly Text[]): Part[] {
  return texts.map(({ source, kind }) => {
    const template = compileTemplate(source, kind)
    return template.slots.length === 0 ? () => source : recipient => render(template, recipient.fields)
  })
}
