import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/controls/Field.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { TemplateLink, TemplatePicker } from './TemplatePicker.tsx'
import type { Wizard } from './use-wizard.ts'

/** A template, and what this campaign says instead of it. */
export function TemplateContent({ wizard }: { wizard: Wizard }) {
  const { ab_test: test } = wizard.values
  return (
    <Panel>
      <TemplateFields wizard={wizard} hasSubject={!(test.isOn && test.part === 'subject')} />
    </Panel>
  )
}

export interface TemplateFieldsProps {
  wizard: Wizard
  /** False where an A/B test brings the subjects. */
  hasSubject: boolean
}

export function TemplateFields({ wizard, hasSubject }: TemplateFieldsProps) {
  const { t } = useTranslation('campaigns')
  const { values, change, content } = wizard
  return (
    <div className="flex flex-col gap-4">
      <TemplatePicker wizard={wizard} type="Email" />
      {hasSubject && (
        <Field label={t('what.subject')} help={t('what.subjectHelp')} optional={values.template_uuid !== null}>
          <TextInput
            value={values.emailSubject}
            onChange={event => change({ emailSubject: event.currentTarget.value })}
            placeholder={values.template_uuid === null ? undefined : content.subject}
            maxLength={998}
          />
        </Field>
      )}
      <Field label={t('what.preheader')} help={t('what.preheaderHelp')} optional>
        <TextInput
          value={values.preheader}
          onChange={event => change({ preheader: event.currentTarget.value })}
          placeholder={values.template_uuid === null ? undefined : content.preheader}
          maxLength={500}
        />
      </Field>
      <TemplateLink wizard={wizard} />
    </div>
  )
}
