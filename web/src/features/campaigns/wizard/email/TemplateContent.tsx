import { useTranslation } from 'react-i18next'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { TemplateLink, TemplatePicker } from '../what/TemplatePicker.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** Selects a template, and lets the campaign override its subject and preheader. */
export function TemplateContent() {
  const wizard = useWizard()
  const { ab_test: test } = wizard.values
  return (
    <Panel>
      <TemplateFields hasSubject={!(test.isOn && test.part === 'subject')} />
    </Panel>
  )
}

export interface TemplateFieldsProps {
  /** False if an A/B test provides the subjects. */
  hasSubject: boolean
}

export function TemplateFields({ hasSubject }: TemplateFieldsProps) {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { values, change, content } = wizard
  return (
    <div className="flex flex-col gap-4">
      <TemplatePicker type="Email" />
      {hasSubject && (
        <Field
          label={t('what.subject')}
          help={t('what.subjectHelp')}
          error={wizard.errorAt('emailSubject', values.emailSubject !== '')}
          optional={values.template_uuid !== null}
        >
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
      <TemplateLink />
    </div>
  )
}
