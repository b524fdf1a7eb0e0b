/** What the editors hold, and what the server has of it. */
import type { Template } from '@notifly/contracts/templates'
import type { EditorContent } from '../../../components/mail/content.ts'

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

/** How one type of templates is edited. */
export interface EditorKind<Content> {
  type: 'Email' | 'SMS'
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

export function contentOf(template: Template): EditorContent {
  const { name, subject = '', preheader = '', html = '', text } = template
  return { name, subject, preheader, html, ...(text !== undefined && { text }) }
}

export function smsContentOf({ name, text = '', dlt_template_id = '' }: Template): SmsEditorContent {
  return { name, text, dlt_template_id }
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

export function isSame<Content>(kind: EditorKind<Content>, one: Content, other: Content): boolean {
  return kind.parts.every(part => one[part] === other[part])
}
