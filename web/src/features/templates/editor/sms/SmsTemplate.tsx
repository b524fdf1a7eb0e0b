import { readTemplate, type Template } from '@notifly/contracts/templates'
import { useQueryClient } from '@tanstack/react-query'
import { readOptions } from '../../../../api/queries.ts'
import type { Reopened } from '../../../../components/approvals/use-request.ts'
import { type SavedState, type SmsEditorContent, smsContentOf } from '../content.ts'
import { SmsEditor } from './SmsEditor.tsx'

/** The editor on a saved text message. */
export function SmsTemplate({ slug, template, reopened }: { slug: string; template: Template; reopened: Reopened }) {
  const client = useQueryClient()
  const { uuid } = template
  const reload = async () => savedState(await client.fetchQuery(readOptions(readTemplate, { params: { uuid } })))
  return (
    <SmsEditor
      slug={slug}
      uuid={uuid}
      initial={savedState(template)}
      approval={template.approval_uuid}
      reopened={reopened}
      onCreated={() => undefined}
      reload={reload}
    />
  )
}

function savedState(template: Template): SavedState<SmsEditorContent> {
  return { content: smsContentOf(template), version: template.version, savedOn: template.updated_on }
}
