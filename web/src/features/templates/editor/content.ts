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

export function isSame(one: EditorContent, other: EditorContent): boolean {
  return (['name', 'subject', 'preheader', 'html', 'text'] as const).every(part => one[part] === other[part])
}
