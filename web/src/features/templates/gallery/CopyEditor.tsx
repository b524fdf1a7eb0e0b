import { readCampaign } from '@notifly/contracts/campaigns/calls'
import { readTemplate } from '@notifly/contracts/templates/templates'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import type { ApiError } from '../../../api/api-error.ts'
import type { EditorContent } from '../../../components/email/content.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { EMAIL } from '../editor/content.ts'
import { Opening } from '../editor/Opening.tsx'
import { TemplateEditor } from '../editor/TemplateEditor.tsx'
import type { EditorProps } from '../editor/use-editor.ts'

interface CopyProps extends EditorProps {
  uuid: string
  onBack: () => void
}

/** A new template with all that another one says. */
export function TemplateCopy({ uuid, name, onBack, ...props }: CopyProps & { name?: string }) {
  const { t } = useTranslation('templates')
  const { data, error } = useRead(readTemplate, { params: { uuid } }, { once: true })
  if (error) return <Failed error={error} onBack={onBack} />
  if (!data) return <Opening title={t('editor.newTitle')} />
  const content = EMAIL.read(data)
  const first = { ...content, name: copyName(name ?? data.name, t('list.copy')) }
  return <TemplateEditor first={first} tags={data.tags} {...props} />
}

/** The same of a campaign: of its template where it has one, otherwise of its own words. */
export function CampaignCopy({ uuid, onBack, ...props }: CopyProps) {
  const { t } = useTranslation(['templates', 'gallery'])
  const { data, error } = useRead(readCampaign, { query: { uuid } }, { once: true })
  if (error) return <Failed error={error} onBack={onBack} />
  if (!data) return <Opening title={t('editor.newTitle')} />
  const { campaignName: name, template_uuid: template, emailSubject = '', emailBody = '', preheader = '' } = data
  if (template) return <TemplateCopy uuid={template} name={name} onBack={onBack} {...props} />
  if (emailBody.trim() === '') return <Failed text={t('gallery:own.gone')} onBack={onBack} />
  const first: EditorContent = {
    name: copyName(name, t('list.copy')),
    subject: emailSubject,
    preheader,
    html: emailBody,
    mode: 'html',
  }
  return <TemplateEditor first={first} {...props} />
}

const NAME_LENGTH = 100

function copyName(name: string, word: string): string {
  return `${name.slice(0, NAME_LENGTH - word.length - 1)} ${word}`
}

interface FailedProps {
  /** Why it could not be read; absent where `text` says what is amiss. */
  error?: ApiError
  text?: string
  onBack: () => void
}

function Failed({ error, text, onBack }: FailedProps) {
  const { t } = useTranslation(['gallery', 'templates'])
  return (
    <Opening title={t('templates:editor.newTitle')}>
      <Page>
        <Alert
          tone="danger"
          title={t('own.failed')}
          action={
            <Button size="sm" onClick={onBack}>
              {t('own.another')}
            </Button>
          }
        >
          {error ? (error.status === 404 ? t('own.deleted') : translateSentence(error)) : text}
        </Alert>
      </Page>
    </Opening>
  )
}
