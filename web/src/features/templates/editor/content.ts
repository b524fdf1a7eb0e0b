/** What the editors hold, and what the server has of it. */
import type { PushContent, Template } from '@notifly/contracts/templates'
import type { EditorContent } from '../../../components/mail/content.ts'
import { pushWordsOf, type PushWords } from '../../../components/push/push-look.ts'

/** What the server has. */
export interface SavedState<Content = EditorContent> {
  content: Content
  /** 0 while nothing is saved. */
  version: number
  savedOn: number | null
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
  type: 'Email' | 'SMS' | 'Webpush'
  /** The parts that make two contents different. */
  parts: readonly (keyof Content & string)[]
  /** The part that every content of this kind has. */
  main: keyof Content & string
}

export const EMAIL: EditorKind<EditorContent> = {
  type: 'Email',
  parts: ['name', 'subject', 'preheader', 'html', 'text'],
  main: 'html',
}

export const SMS: EditorKind<SmsEditorContent> = {
  type: 'SMS',
  parts: ['name', 'text', 'dlt_template_id'],
  main: 'text',
}

export const PUSH: EditorKind<PushEditorContent> = {
  type: 'Webpush',
  parts: ['name', 'campaignTitle', 'campaignMsg', 'campaignBannerImg', 'campaignIcon', 'campaignPageUrl', 'actions'],
  main: 'campaignMsg',
}

export function contentOf(template: Template): EditorContent {
  const { name, subject = '', preheader = '', html = '', text } = template
  return { name, subject, preheader, html, ...(text !== undefined && { text }) }
}

export function smsContentOf({ name, text = '', dlt_template_id = '' }: Template): SmsEditorContent {
  return { name, text, dlt_template_id }
}

export function pushContentOf(template: Template): PushEditorContent {
  return { name: template.name, ...pushWordsOf(template) }
}

type Payload = Readonly<Record<string, unknown>>

/** What a request for a template says, as far as it says it. */
export function contentOfRequest(payload: Payload): EditorContent {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '')
  const parts = { name: text('name'), subject: text('subject'), preheader: text('preheader'), html: text('html') }
  return { ...parts, ...(typeof payload['text'] === 'string' && { text: payload['text'] }) }
}

/** The same of a request for a text message. */
export function smsContentOfRequest(payload: Payload): SmsEditorContent {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '')
  return { name: text('name'), text: text('text'), dlt_template_id: text('dlt_template_id') }
}

/** The same of a request for a notification. */
export function pushContentOfRequest(payload: Payload): PushEditorContent {
  return { name: typeof payload['name'] === 'string' ? payload['name'] : '', ...pushWordsOf(payload as PushContent) }
}

export function isSame<Content>(kind: EditorKind<Content>, one: Content, other: Content): boolean {
  // Parts are texts, or short lists of them.
  return kind.parts.every(part => JSON.stringify(one[part]) === JSON.stringify(other[part]))
}
