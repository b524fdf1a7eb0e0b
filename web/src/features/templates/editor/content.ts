/** What the editors hold, and what the server has of it. */
import type { Template } from '@notifly/contracts/templates/templates'
import type { EditorContent } from '../../../components/email/content.ts'
import { pushWordsOf, type PushWords } from '../../../components/web-push/push-look.ts'

/** What the server has. */
export interface SavedState<Content = EditorContent> {
  content: Content
  /** 0 while nothing is saved. */
  version: number
  savedOn: number | null
  /** The version that what is written began with, where that is an earlier one. */
  basis?: number
}

/** A text message being written. */
export interface SmsEditorContent {
  name: string
  text: string
  dlt_template_id: string
}

/** A notification being written. */
export type PushEditorContent = PushWords & { name: string }

/** How one type of templates is edited. */
export interface EditorKind<Content> {
  type: 'Email' | 'SMS' | 'Webpush' | 'Mobilepush'
  /** The parts that make two contents different. */
  parts: readonly (keyof Content & string)[]
  /** The part that every content of this kind has. */
  main: keyof Content & string
  /** What a template, or a request for one, says of this kind; empty where it says nothing. */
  read: (given: Partial<Template>) => Content
}

export const EMAIL: EditorKind<EditorContent> = {
  type: 'Email',
  parts: ['name', 'subject', 'preheader', 'mode', 'mjml', 'document', 'html', 'text'],
  main: 'html',
  read: ({ name = '', subject = '', preheader = '', html = '', mode, mjml, document, text }) => ({
    name,
    subject,
    preheader,
    html,
    ...(mode !== undefined && { mode }),
    ...(mjml !== undefined && { mjml }),
    ...(document !== undefined && { document }),
    ...(text !== undefined && { text }),
  }),
}

export const SMS: EditorKind<SmsEditorContent> = {
  type: 'SMS',
  parts: ['name', 'text', 'dlt_template_id'],
  main: 'text',
  read: ({ name = '', text = '', dlt_template_id = '' }) => ({ name, text, dlt_template_id }),
}

const PUSH: Omit<EditorKind<PushEditorContent>, 'type'> = {
  parts: ['name', 'campaignTitle', 'campaignMsg', 'campaignBannerImg', 'campaignIcon', 'campaignPageUrl', 'actions'],
  main: 'campaignMsg',
  read: given => ({ name: given.name ?? '', ...pushWordsOf(given) }),
}

/** Of browsers and of apps. */
export const PUSH_KINDS = {
  webpush: { ...PUSH, type: 'Webpush' },
  mobilepush: { ...PUSH, type: 'Mobilepush' },
} as const satisfies Record<string, EditorKind<PushEditorContent>>

export function isSame<Content>(kind: EditorKind<Content>, one: Content, other: Content): boolean {
  // Parts are texts, or short lists of them.
  return kind.parts.every(part => JSON.stringify(one[part]) === JSON.stringify(other[part]))
}
