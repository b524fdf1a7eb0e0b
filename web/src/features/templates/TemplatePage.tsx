import { readTemplate, type Template } from '@notifly/contracts/templates/templates'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Opening } from './editor/Opening.tsx'
import { PushEditor } from './editor/push/PushEditor.tsx'
import { SmsEditor } from './editor/sms/SmsEditor.tsx'
import { TemplateEditor } from './editor/TemplateEditor.tsx'
import type { EditorProps } from './editor/use-editor.ts'

/** The editor on a saved template. */
export function TemplatePage() {
  const { t } = useTranslation('templates')
  const { uuid } = useParams({ strict: false }) as { uuid: string }
  const template = useRead(readTemplate, { params: { uuid } })
  const reopened = useReopened()
  const title = template.data?.name ?? t('list.title')
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {template.data && !reopened.isLoading ? (
        <Saved key={uuid} template={template.data} reopened={reopened} />
      ) : (
        <Opening title={template.error ? t('list.title') : undefined}>
          {template.error && (
            <Page>
              <ReadFailure error={template.error} title={t('list.failedOne')} onRetry={() => void template.refetch()} />
            </Page>
          )}
        </Opening>
      )}
    </>
  )
}

function Saved(props: EditorProps & { template: Template }) {
  switch (props.template.type) {
    case 'SMS':
      return <SmsEditor {...props} />
    case 'Webpush':
      return <PushEditor channel="webpush" {...props} />
    case 'Mobilepush':
      return <PushEditor channel="mobilepush" {...props} />
    default:
      return <TemplateEditor {...props} />
  }
}
