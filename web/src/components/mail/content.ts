/** What an editor of mails holds: a name and the sources of the parts. */
export interface EditorContent {
  name: string
  subject: string
  preheader: string
  html: string
  /** A text part of its own; most mails have none, and get one written from the HTML. */
  text?: string | undefined
}
