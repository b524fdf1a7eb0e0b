import type { EmailContent } from '@notifly/contracts/templates/templates'
import { PreviewPane } from '../../../components/email/PreviewPane.tsx'
import { usePreview } from '../../../components/email/use-preview.ts'

/** The mail of an earlier version, to nobody in particular. */
export function MailLook({ content }: { content: EmailContent }) {
  return <PreviewPane preview={usePreview(content, undefined)} view="desktop" />
}
