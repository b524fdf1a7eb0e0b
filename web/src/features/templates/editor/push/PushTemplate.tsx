import { readTemplate, type Template } from '@notifly/contracts/templates'
import { useQueryClient } from '@tanstack/react-query'
import { readOptions } from '../../../../api/queries.ts'
import type { Reopened } from '../../../../components/approvals/use-request.ts'
import { type SavedState, type PushEditorContent, pushContentOf } from '../content.ts'
import { PushEditor } from './PushEditor.tsx'

/** The editor on a saved notification. */
export function PushTemplate({ slug, template, reopened }: { slug: string; template: Template; reopened: Reopened }) {
  const client = useQueryClient()
  const { uuid } = template
  const reload = async () => savedState(await client.fetchQuery(readOptions(readTemplate, { params: { uuid } })))
  return (
    <PushEditor
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

function savedState(template: Template): SavedState<PushEditorContent> {
  return { content: pushContentOf(template), version: template.version, savedOn: template.updated_on }
}
