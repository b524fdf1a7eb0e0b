/** What the editor holds, and what the server has of it. */
import type { Template } from '@notifly/contracts/templates'
import type { EditorContent } from '../../../components/mail/content.ts'

/** What the server has. */
export interface SavedState {
  content: EditorContent
  /** 0 while nothing is saved. */
  version: number
  savedOn: number | null
}

export function contentOf(template: Template): EditorContent {
  const { name, subject = '', preheader = '', html = '', text } = template
  return { name, subject, preheader, html, ...(text !== undefined && { text }) }
}

/** What a request for a template says, as far as it says it. */
export function contentOfRequest(payload: Readonly<Record<string, unknown>>): EditorContent {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '')
  const parts = { name: text('name'), subject: text('subject'), preheader: text('preheader'), html: text('html') }
  return { ...parts, ...(typeof payload['text'] === 'string' && { text: payload['text'] }) }
}

export function isSame(one: EditorContent, other: EditorContent): boolean {
  return (['name', 'subject', 'preheader', 'html', 'text'] as const).every(part => one[part] === other[part])
}
