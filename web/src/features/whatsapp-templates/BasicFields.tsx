import { WHATSAPP_LANGUAGES } from '@notifly/contracts/whatsapp-templates/languages'
import { WHATSAPP_CATEGORIES, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import { languageName } from '../../components/whatsapp/use-whatsapp-template.ts'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { TemplateWriting } from './use-template.ts'

/** Name, language and category; of a template that there is, what WhatsApp keeps can only be read. */
export function BasicFields({ form }: { form: TemplateWriting }) {
  const { t } = useTranslation('whatsapp')
  const { existing } = form
  return (
    <Panel title={t('edit.basics')}>
      <div className="flex flex-col gap-4">
        {existing === undefined ? <NameAndLanguage form={form} /> : <Kept form={form} existing={existing} />}
        {!isCategoryKept(existing) && <Category form={form} />}
      </div>
    </Panel>
  )
}

function NameAndLanguage({ form: { draft, change, errorOf } }: { form: TemplateWriting }) {
  const { t, i18n } = useTranslation('whatsapp')
  const languages = WHATSAPP_LANGUAGES.map(code => ({
    value: code,
    label: languageName(code, i18n.language),
    help: code,
  })).toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('edit.name')} help={t('edit.nameHelp')} error={errorOf('name')}>
        <TextInput
          mono
          value={draft.name}
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
          onChange={event => change({ name: event.target.value.toLowerCase().replaceAll(/[\s-]+/g, '_') })}
        />
      </Field>
      <Field label={t('edit.language')} error={errorOf('language')}>
        <Combobox
          options={languages}
          value={languages.find(({ value }) => value === draft.language) ?? null}
          onChange={option => option && change({ language: option.value })}
        />
      </Field>
    </div>
  )
}

function isCategoryKept(existing: WhatsappTemplate | undefined): boolean {
  return existing?.status === 'APPROVED'
}

function Kept({ form: { errorOf }, existing }: { form: TemplateWriting; existing: WhatsappTemplate }) {
  const { t, i18n } = useTranslation('whatsapp')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('edit.name')} help={t('change.nameKept')} error={errorOf('name')}>
        <TextInput readOnly mono value={existing.name} />
      </Field>
      <Field label={t('edit.language')} help={t('change.languageKept')} error={errorOf('language')}>
        <TextInput readOnly value={languageName(existing.language, i18n.language)} />
      </Field>
      {isCategoryKept(existing) && (
        <Field label={t('edit.category')} help={t('change.categoryKept')} error={errorOf('category')}>
          <TextInput readOnly value={t(`category.${existing.category}`)} />
        </Field>
      )}
    </div>
  )
}

function Category({ form: { draft, change, errorOf } }: { form: TemplateWriting }) {
  const { t } = useTranslation('whatsapp')
  return (
    <Field label={t('edit.category')} error={errorOf('category')}>
      <RadioRows
        rows={WHATSAPP_CATEGORIES.map(value => ({
          value,
          title: t(`category.${value}`),
          help: t(`categoryHelp.${value}`),
        }))}
        value={WHATSAPP_CATEGORIES.find(each => each === draft.category) ?? null}
        onChange={category => change({ category })}
      />
    </Field>
  )
}
