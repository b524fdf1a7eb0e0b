import { useTranslation } from 'react-i18next'
import type { EmailContent } from '@notifly/contracts/templates/templates'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { useState } from 'react'
import { AbTestSection } from '../ab-test/AbTestSection.tsx'
import { AttachmentRows } from './AttachmentRows.tsx'
import { OwnContent } from './OwnContent.tsx'
import { ProblemList } from '../what/ProblemList.tsx'
import { SaveAsTemplate } from '../what/SaveAsTemplate.tsx'
import { TemplateContent } from './TemplateContent.tsx'
import type { Wizard } from '../state/wizard-state.ts'
import { useWizard } from '../state/wizard-context.ts'

/** The content step for email: a template or a mail of the campaign's own, the sender, and attachments. */
export function EmailWhat() {
  const { t } = useTranslation(['campaigns', 'ab-test'])
  const { values, change } = useWizard()
  const [source, setSource] = useState<'template' | 'own'>(
    values.template_uuid === null && values.emailBody !== '' ? 'own' : 'template',
  )
  const choose = (next: 'template' | 'own') => {
    setSource(next)
    // The campaign's own content is kept, but only the chosen one is sent.
    if (next === 'own') change({ template_uuid: null })
  }
  const { isOn, part } = values.ab_test
  return (
    <>
      {/* In a content test each variant has its own editor below. */}
      {!(isOn && part === 'content') && (
        <>
          <Section title={t('what.title')} help={t('what.help')}>
            <RadioRows
              aria-label={t('what.title')}
              value={source}
              onChange={choose}
              rows={[
                { value: 'template', title: t('what.template'), help: t('what.templateHelp') },
                { value: 'own', title: t('what.own'), help: t('what.ownHelp') },
              ]}
            />
          </Section>
          <Section
            title={source === 'template' ? t('what.template') : t('what.own')}
            help={isOn && t(source === 'own' ? 'ab-test:subjectsInstead' : 'ab-test:subjectsBelow')}
            actions={
              source === 'own' && <SaveAsTemplate type="Email" content={mailOf(values)} name={values.campaignName} />
            }
          >
            {source === 'template' ? <TemplateContent /> : <OwnContent />}
          </Section>
        </>
      )}
      <AbTestSection />
      <ProblemList />
      <Sender />
      <Section title={t('what.files.title')} help={t('what.files.help')}>
        <AttachmentRows files={values.attachments} onChange={attachments => change({ attachments })} />
      </Section>
    </>
  )
}

/** As templates store it: empty parts are left out. */
function mailOf({ emailSubject, preheader, emailBody }: Wizard['values']): EmailContent {
  return {
    ...(emailSubject !== '' && { subject: emailSubject }),
    ...(preheader !== '' && { preheader }),
    ...(emailBody !== '' && { html: emailBody }),
  }
}

function Sender() {
  const { values, change, errorAt } = useWizard()
  const { t } = useTranslation('campaigns')
  const [touched, setTouched] = useState(false)
  return (
    <Section title={t('what.sender')} help={t('what.senderHelp')}>
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('what.fromName')} optional>
            <TextInput
              value={values.from_name}
              onChange={event => change({ from_name: event.currentTarget.value })}
              maxLength={100}
            />
          </Field>
          <Field label={t('what.replyTo')} optional error={errorAt('reply_to', touched)}>
            <TextInput
              type="email"
              inputMode="email"
              dir="ltr"
              value={values.reply_to}
              onChange={event => change({ reply_to: event.currentTarget.value })}
              onBlur={() => setTouched(true)}
              maxLength={254}
            />
          </Field>
        </div>
      </Panel>
    </Section>
  )
}
