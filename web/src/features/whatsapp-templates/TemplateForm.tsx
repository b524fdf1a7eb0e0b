import { WHATSAPP_CATEGORIES } from '@notifly/contracts/whatsapp-templates'
import { WHATSAPP_LANGUAGES } from '@notifly/contracts/whatsapp-languages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { SessionRule } from '../../components/whatsapp/SessionRule.tsx'
import { usePicture } from '../../components/whatsapp/use-picture.ts'
import { languageName } from '../../components/whatsapp/use-whatsapp-template.ts'
import { WhatsAppPreview } from '../../components/whatsapp/WhatsAppPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { WithAside } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RadioRows } from '../../ui/RadioRows.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { BodyFields } from './BodyFields.tsx'
import { ButtonFields } from './ButtonFields.tsx'
import { componentsOf, type Draft } from './draft.ts'
import { HeaderFields, type SampleFiles } from './HeaderFields.tsx'
import { type NewTemplate, useNewTemplate } from './use-new-template.ts'

export interface TemplateFormProps {
  initial: Draft
  reopens: { reopens?: string }
  /** Without an id it waits for approval. */
  onDone: (uuid: string | undefined) => void
  /** Above the form: the request that it answers. */
  banner?: ReactNode
}

/** Writes a template part by part, beside what its reader will see. */
export function TemplateForm({ initial, reopens, onDone, banner }: TemplateFormProps) {
  const { t } = useTranslation('whatsapp')
  const form = useNewTemplate({ initial, reopens, onDone })
  const [files, setFiles] = useState<SampleFiles>({})
  const picture = usePicture(files.IMAGE)
  const { draft, faults } = form
  const sample = draft.format === 'NONE' ? undefined : files[draft.format]
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [refusals])
  return (
    <form
      noValidate
      ref={element}
      onSubmit={event => {
        event.preventDefault()
        form.submit()
      }}
    >
      <LeaveGuard dirty={form.isDirty} />
      <WithAside
        aside={
          <div className="sticky top-16 flex flex-col gap-4">
            <Panel title={t('page.preview')} meta={t('page.previewHelp')}>
              <WhatsAppPreview
                components={componentsOf(draft)}
                values={{
                  header: draft.headerExample,
                  body: draft.examples,
                  media: { url: picture, name: sample?.name },
                }}
              />
            </Panel>
            <SessionRule />
          </div>
        }
      >
        {banner}
        <Basics form={form} />
        <HeaderFields form={form} files={files} onFiles={setFiles} />
        <BodyFields form={form} />
        <ButtonFields form={form} />
        <FormFailure error={form.failure} onRetry={form.submit} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          {faults > 0 && <FieldError>{t('edit.invalid', { count: faults })}</FieldError>}
          <Button type="submit" variant="primary" loading={form.isPending}>
            {t('edit.submit')}
          </Button>
        </div>
      </WithAside>
    </form>
  )
}

function Basics({ form }: { form: NewTemplate }) {
  const { t, i18n } = useTranslation('whatsapp')
  const { draft, change, errorOf } = form
  const languages = WHATSAPP_LANGUAGES.map(code => ({
    value: code,
    label: languageName(code, i18n.language),
    help: code,
  })).toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))
  return (
    <Panel title={t('edit.basics')}>
      <div className="flex flex-col gap-4">
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
      </div>
    </Panel>
  )
}
