import { CodeXml, FileCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { TextPart } from '../../../../components/email/TextPart.tsx'
import { MergeText } from '../../../../components/fields/MergeText.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import type { BlockEditor, VisualEditorProps } from './page-props.ts'

interface MailSettingsProps
  extends Pick<VisualEditorProps, 'state' | 'preview' | 'onHtml'>, Pick<BlockEditor, 'looks' | 'onSource'> {}

/** What holds for the whole mail, beside whatever editor its blocks have. */
export function MailSettings({ state, preview, onHtml, looks, onSource }: MailSettingsProps) {
  const { t } = useTranslation(['visual', 'templates'])
  const fields = useMergeFields()
  const { content, change, maySave } = state
  return (
    <div className="flex flex-col gap-4">
      <MergeText
        label={t('templates:parts.preheader')}
        placeholder={t('templates:editor.preheaderPlaceholder')}
        value={content.preheader}
        fields={fields}
        maxLength={500}
        readOnly={!maySave}
        onChange={preheader => change({ preheader })}
      />
      {looks}
      {maySave && (
        <Group title={t('templates:parts.text')}>
          <div className="flex h-56 flex-col overflow-clip rounded-2 border border-line">
            <TextPart own={content.text} generated={preview.data?.text_source} onChange={text => change({ text })}>
              <textarea
                dir="auto"
                value={content.text ?? ''}
                aria-label={t('templates:parts.text')}
                placeholder={t('templates:editor.textPlaceholder')}
                onChange={event => change({ text: event.currentTarget.value })}
                className="size-full resize-none bg-surface p-3 font-mono text-12 leading-[18px] outline-offset-[-2px]"
              />
            </TextPart>
          </div>
        </Group>
      )}
      {maySave && (
        <Group title={t('settings.mode')}>
          {onSource && (
            <Button icon={CodeXml} onClick={onSource}>
              {t('settings.source')}
            </Button>
          )}
          <Button icon={FileCode} onClick={onHtml}>
            {t('settings.html')}
          </Button>
          <p className="text-12 text-muted">{t('settings.htmlHelp')}</p>
        </Group>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 className="font-medium">{title}</h2>
      {children}
    </section>
  )
}
