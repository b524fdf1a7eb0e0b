import { openEditorSession } from '@notifly/contracts/templates/editor-session'
import { MAIL_FIELDS } from '@notifly/contracts/templates/sender-fields'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../../api/queries.ts'
import { useFieldsRead } from '../../../../components/email/FieldMenu.tsx'
import { ReadFailure } from '../../../../components/states/ReadFailure.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { BeefreeEditor, type BeefreeEditorProps } from './BeefreeEditor.tsx'

export interface ExternalEditorProps extends Pick<BeefreeEditorProps, 'document' | 'onChange' | 'askFirst'> {
  /** Our own editor, where the installation has no other. */
  children: ReactNode
}

/** The visual editor that the installation has. */
export function ExternalEditor({ children, ...mail }: ExternalEditorProps) {
  const { t } = useTranslation('templates')
  // Its script is told of them once, when it starts.
  const { fields, ...read } = useFieldsRead()
  const { data, error, refetch } = useRead(openEditorSession, {}, { once: true })
  if (error) return <ReadFailure error={error} title={t('beefree.failed')} onRetry={() => void refetch()} />
  if (read.error) {
    return <ReadFailure error={read.error} title={t('fields.failed')} onRetry={() => void read.refetch()} />
  }
  if (data === undefined || read.isLoading) return <Skeleton height="100%" />
  if (data.editor === 'embedded' || data.plugin_url === undefined) return children
  const mergeTags = [...fields.map(({ name }) => name), ...MAIL_FIELDS].map(name => ({
    name,
    value: `{{ ${name} }}`,
  }))
  const session = { plugin_url: data.plugin_url, session: data.session }
  return <BeefreeEditor {...mail} session={session} mergeTags={mergeTags} />
}
