/** What the editor holds: a template's name and the sources of its parts. */
import type { Template } from '@notifly/contracts/templates'

export interface EditorContent {
  name: string
  subject: string
  preheader: string
  html: string
  /** A text part of its own; most templates have none, and get one written from the HTML. */
  text?: string | undefined
}

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
