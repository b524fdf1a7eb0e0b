/** What an editor of mails holds: a name and the sources of the parts. */
export interface EditorContent {
  name: string
  subject: string
  preheader: string
  html: string
  /** A text part of its own; most mails have none, and get one written from the HTML. */
  text?: string | undefined
}

/** The two ways a mail's body is written; one of them is open at a time. */
export const BODIES = ['html', 'text'] as const
export type Body = (typeof BODIES)[number]
