import { linkTagsOf, type LinkTags, UTM_PARTS, UTM_VALUE_MAX, utmDefaults } from '@notifly/contracts/campaigns/utm'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import type { Wizard } from '../state/wizard-state.ts'
import { useWizard } from '../state/wizard-context.ts'

/** Turns link tags for web analytics on or off and edits them; shows the first link as it will be sent. */
export function LinkTagging() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { channel, application, values, change, outline, content } = wizard
  const names = namesOf(wizard)
  const tags = linkTagsOf(values.utm, application.utm, names)
  const own = values.utm ?? {}
  const defaults = utmDefaults(names, application.utm)
  const isOff = channel === 'sms' && !content.hasShortLinks
  return (
    <Section title={t('utm.title')} help={t('utm.help')}>
      <Panel>
        <Switch
          checked={tags !== null}
          onChange={isOn => change({ utm: isOn ? {} : null })}
          label={t('utm.switch')}
          help={t(isOff ? 'utm.shortOnly' : channel === 'whatsapp' ? 'utm.buttonsOnly' : 'utm.switchHelp')}
        />
        {tags !== null && (
          <div className="mt-4 flex flex-col gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              {UTM_PARTS.map(part => (
                <Field key={part} label={t(`utm.${part}`)} optional={part === 'term' || part === 'content'}>
                  <TextInput
                    value={own[part] ?? ''}
                    placeholder={defaults[part]}
                    maxLength={UTM_VALUE_MAX}
                    onChange={event => change({ utm: { ...own, [part]: event.currentTarget.value } })}
                  />
                </Field>
              ))}
            </div>
            {outline?.link != null && !isOff && (
              <div>
                <p className="mb-1 text-12 font-medium text-muted">{t('review.link')}</p>
                <p className="rounded-2 bg-hover px-3 py-2 font-mono text-12 wrap-anywhere" dir="ltr">
                  {outline.link}
                </p>
              </div>
            )}
          </div>
        )}
      </Panel>
    </Section>
  )
}

function namesOf({ channel, application, values }: Wizard) {
  return { channel, application: application.name, campaign: values.campaignName }
}

/** The tags added to the campaign's links; undefined if there are none. */
export function useLinkTags(): LinkTags | undefined {
  const wizard = useWizard()
  return linkTagsOf(wizard.values.utm, wizard.application.utm, namesOf(wizard)) ?? undefined
}
