import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import { needsOf, partOf, variablesOf, type WhatsappButton } from '@notifly/contracts/whatsapp-templates/components'
import { listWhatsappTemplates, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useMergeFields } from '../email/FieldMenu.tsx'
import { MergeText, type MergeTextProps } from '../fields/MergeText.tsx'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'
import { HeaderValues } from './HeaderValues.tsx'
import { languageName } from './use-whatsapp-template.ts'

/** The parts of a WhatsApp message, named as in the API. */
export interface WhatsappMessage {
  template_name?: string | undefined
  language?: string | undefined
  parameters?: WhatsappParameters | null | undefined
}

export interface TemplateParametersProps {
  value: WhatsappMessage
  onChange: (value: WhatsappMessage) => void
  /** The chosen template, from `useWhatsappTemplate`. */
  template: WhatsappTemplate | null | undefined
  /** The error of a field such as `parameters.body.0`, in the reader's language. */
  errorOf: (field: string) => string | undefined
  /** Called with a chosen picture, for the preview. */
  onPicture?: (file: File | undefined) => void
}

/** Selects an approved template and fills its variables with text, merge fields or media. */
export function TemplateParameters(props: TemplateParametersProps) {
  const { t } = useTranslation('whatsapp')
  const { value, onChange, template, errorOf } = props
  const isNamed = Boolean(value.template_name)
  return (
    <div className="flex flex-col gap-5">
      <TemplateChoice
        value={value}
        error={errorOf('template_name') ?? errorOf('language')}
        onChoose={({ name, language }) => onChange({ template_name: name, language, parameters: {} })}
      />
      {isNamed && template === null && <Alert tone="warning">{t('choose.gone')}</Alert>}
      {template?.obstacle && (
        <Alert tone="warning">{translateSentence({ message: template.obstacle, ...template.obstacle_sentence })}</Alert>
      )}
      {template && <Values key={template.uuid} {...props} template={template} />}
    </div>
  )
}

interface TemplateChoiceProps {
  value: WhatsappMessage
  error: string | undefined
  onChoose: (template: WhatsappTemplate) => void
}

const SHOWN = 50

function TemplateChoice({ value, error, onChoose }: TemplateChoiceProps) {
  const slug = useSlug()
  const { t, i18n } = useTranslation('whatsapp')
  const [search, setSearch] = useState('')
  const query = { search, status: 'sendable', sort: 'name', page: 1, per_page: SHOWN } as const
  const list = useReadPage(listWhatsappTemplates, { query })
  const rows = list.data?.rows
  const named = value.template_name
  return (
    <Field
      label={t('choose.template')}
      error={error}
      help={
        rows?.length === 0 &&
        search === '' && (
          <>
            {t('choose.noneYet')}{' '}
            <PageLink to={paths.whatsappTemplateNew(slug)} tone="link">
              {t('choose.write')}
            </PageLink>
          </>
        )
      }
    >
      <Combobox
        options={rows?.map(row => ({
          value: row.uuid,
          label: row.name,
          help: `${languageName(row.language, i18n.language)} · ${t(`category.${row.category}`)}`,
        }))}
        value={named ? { value: named, label: named, help: value.language ?? '' } : null}
        onChange={option => {
          const row = rows?.find(each => each.uuid === option?.value)
          if (row) onChoose(row)
        }}
        onQuery={setSearch}
        loading={list.isFetching}
        placeholder={t('choose.find')}
        emptyText={t('choose.none')}
      />
    </Field>
  )
}

function Values({
  value,
  onChange,
  template,
  errorOf,
  onPicture,
}: TemplateParametersProps & { template: WhatsappTemplate }) {
  const { t } = useTranslation('whatsapp')
  const fields = useMergeFields({ always: true })
  const { components } = template
  const needs = needsOf(components)
  const parameters = value.parameters ?? {}
  const change = (part: WhatsappParameters) => onChange({ ...value, parameters: { ...parameters, ...part } })
  const examples = partOf(components, 'BODY')?.example?.body_text?.[0] ?? []
  const count = needs.bodyVariables.length + needs.buttons.length
  if (count === 0 && needs.header === null) return <p className="text-muted">{t('choose.nothing')}</p>
  return (
    <>
      {needs.header !== null && (
        <Group title={t('choose.header')}>
          <HeaderValues
            needs={needs}
            value={parameters.header ?? {}}
            onChange={header => change({ header })}
            fields={fields}
            errorOf={errorOf}
            example={partOf(components, 'HEADER')?.example?.header_text?.[0]}
            onPicture={onPicture}
          />
        </Group>
      )}
      {needs.bodyVariables.length > 0 && (
        <Group title={t('choose.body')}>
          {needs.bodyVariables.map((variable, index) => (
            <MergeText
              key={variable}
              label={t('choose.value', { variable: `{{${variable}}}` })}
              value={parameters.body?.[index] ?? ''}
              onChange={text =>
                change({
                  body: needs.bodyVariables.map((_, at) => (at === index ? text : (parameters.body?.[at] ?? ''))),
                })
              }
              fields={fields}
              help={examples[index] && t('choose.example', { example: examples[index] })}
              error={errorOf(`parameters.body.${index}`)}
            />
          ))}
        </Group>
      )}
      <ButtonValues
        buttons={partOf(components, 'BUTTONS')?.buttons ?? []}
        needed={needs.buttons.map(({ index }) => index)}
        value={parameters.buttons ?? []}
        onChange={buttons => change({ buttons })}
        fields={fields}
        errorOf={errorOf}
      />
    </>
  )
}

type ButtonParameters = NonNullable<WhatsappParameters['buttons']>

interface ButtonValuesProps extends Pick<MergeTextProps, 'fields'> {
  buttons: readonly WhatsappButton[]
  needed: readonly number[]
  value: ButtonParameters
  onChange: (value: ButtonParameters) => void
  errorOf: (field: string) => string | undefined
}

function ButtonValues({ buttons, needed, value, onChange, fields, errorOf }: ButtonValuesProps) {
  const { t } = useTranslation('whatsapp')
  if (needed.length === 0) return null
  return (
    <Group title={t('choose.buttons')}>
      {needed.map(index => {
        const button = buttons[index]
        const isUrl = button?.type === 'URL'
        const variable = variablesOf(button?.url ?? '')[0] ?? '1'
        const example = button?.example?.[0]
        return (
          <MergeText
            key={index}
            label={isUrl ? t('choose.urlValue', { label: button.text ?? '' }) : t('choose.codeValue')}
            value={value.find(each => each.index === index)?.value ?? ''}
            onChange={text => onChange([...value.filter(each => each.index !== index), { index, value: text }])}
            fields={fields}
            help={example && t('choose.example', { example })}
            error={errorOf(`parameters.buttons.${index}`)}
            {...(isUrl && {
              prefix: (
                <bdi className="max-w-40 shrink-0 truncate text-12 text-muted sm:max-w-60">
                  {(button.url ?? '').replace(`{{${variable}}}`, '')}
                </bdi>
              ),
            })}
          />
        )
      })}
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-line pt-4">
      <legend className="float-start w-full font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
