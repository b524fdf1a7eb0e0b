import type { EmailContent, EmailMode } from '@notifly/contracts/templates/templates'

/** The values of an email editor: a name and the sources of the parts. */
export interface EditorContent {
  name: string
  subject: string
  preheader: string
  html: string
  /** Absent means `html`. */
  mode?: EmailMode
  /** For modes `mjml` and `visual`: the source from which the server compiles `html`. */
  mjml?: string | undefined
  /** The document of an external editor. */
  document?: string | undefined
  /** A text part written by hand. Most mails have none; theirs is generated from the HTML. */
  text?: string | undefined
}

/** The two ways of writing an email's body; one of them is shown at a time. */
export const BODIES = ['html', 'text'] as const
export type Body = (typeof BODIES)[number]

/** The part in which the author writes a mail's body. */
export function sourceOf({ mode, mjml }: EmailContent): 'html' | 'mjml' {
  return mode === 'mjml' || (mode === 'visual' && mjml !== undefined) ? 'mjml' : 'html'
}

/** The parts of an email as calls accept them; HTML that the server compiles from MJML is not sent. */
export function partsOf(content: EmailContent): EmailContent {
  const { subject, preheader, html = '', mode, mjml = '', document, text } = content
  return {
    subject,
    preheader,
    ...(mode !== undefined && { mode }),
    ...(sourceOf(content) === 'mjml' ? { mjml } : { html, ...(document !== undefined && { document }) }),
    ...(text !== undefined && { text }),
  }
}
