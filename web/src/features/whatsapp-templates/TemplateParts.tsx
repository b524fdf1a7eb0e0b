import { partOf, variablesOf, type WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import { useTranslation } from 'react-i18next'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const FORMATS = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']
const KINDS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE']

/** A template part by part, as it was written, with its examples. */
export function TemplateParts({ components }: { components: readonly WhatsappComponent[] }) {
  const { t } = useTranslation('whatsapp')
  const header = partOf(components, 'HEADER')
  const body = partOf(components, 'BODY')
  const footer = partOf(components, 'FOOTER')
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? []
  const format = header?.format ?? 'TEXT'
  return (
    <>
      {header && (
        <Panel title={t('page.header')} meta={FORMATS.includes(format) ? t(`edit.format.${format}`) : format}>
          {format === 'TEXT' ? (
            <Source text={header.text ?? ''} examples={header.example?.header_text ?? []} />
          ) : (
            <p className="text-muted">{format === 'LOCATION' ? t('edit.locationHelp') : t('page.sample')}</p>
          )}
        </Panel>
      )}
      <Panel title={t('page.body')}>
        <Source text={body?.text ?? ''} examples={body?.example?.body_text?.[0] ?? []} />
      </Panel>
      {footer && (
        <Panel title={t('page.footer')}>
          <Source text={footer.text ?? ''} examples={[]} />
        </Panel>
      )}
      {buttons.length > 0 && (
        <Panel title={t('page.buttons')}>
          <KeyValues
            lines
            texts
            items={buttons.map(({ type, text, url, phone_number: phone, example }, index) => ({
              id: `${index} ${type}`,
              label: KINDS.includes(type) ? t(`edit.button.${type}`) : type,
              value: (
                <>
                  <bdi>{text || t('preview.copyCode')}</bdi>
                  {(url || phone || (type === 'COPY_CODE' && example?.[0])) && (
                    <bdi className="block font-mono text-12 text-muted">{url ?? phone ?? example?.[0]}</bdi>
                  )}
                </>
              ),
            }))}
          />
        </Panel>
      )}
    </>
  )
}

function Source({ text, examples }: { text: string; examples: readonly string[] }) {
  const { t } = useTranslation('whatsapp')
  const variables = variablesOf(text)
  return (
    <div className="flex flex-col gap-3">
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {variables.length > 0 && (
        <KeyValues
          texts
          items={variables.map((variable, index) => ({
            id: variable,
            label: t('page.example', { variable: `{{${variable}}}` }),
            value: <bdi>{examples[index] || '–'}</bdi>,
          }))}
        />
      )}
    </div>
  )
}
