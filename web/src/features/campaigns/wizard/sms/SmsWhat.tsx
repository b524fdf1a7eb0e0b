import { MESSAGE_CLASSES } from '@notifly/contracts/campaigns/content'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { SmsBubble } from '../../../../components/sms/SmsBubble.tsx'
import { SmsComposer } from '../../../../components/sms/SmsComposer.tsx'
import { SmsSize } from '../../../../components/sms/SmsSize.tsx'
import { useSmsProvider } from '../../../../components/sms/use-sms-provider.ts'
import { type LiveSms, useSmsPreview } from '../../../../components/sms/use-sms-preview.ts'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import { hasLink } from '../../../../components/fields/short-links.ts'
import { PreviewAside } from '../frame/PreviewAside.tsx'
import { ProblemList } from '../what/ProblemList.tsx'
import { SaveAsTemplate } from '../what/SaveAsTemplate.tsx'
import { TemplateLink, TemplatePicker } from '../what/TemplatePicker.tsx'
import type { WhatProps } from '../what/content-props.ts'
import { useWizard } from '../state/wizard-context.ts'

type From = 'own' | 'template'

/**
 * The content step for SMS: the campaign's own text or a template, its message class, its cost, and a preview on a
 * phone.
 */
export function SmsWhat(props: WhatProps) {
  const { t } = useTranslation(['messages', 'campaigns'])
  const { values, change } = useWizard()
  const { provider } = useSmsProvider()
  const [from, setFrom] = useState<From>(values.template_uuid === null ? 'own' : 'template')
  // A campaign's own text overrides the template's, so it is cleared while a template is used and restored afterwards.
  const [savedText, setSavedText] = useState('')
  const choose = (next: From) => {
    setFrom(next)
    if (next === 'own') return change({ template_uuid: null, smsBody: values.smsBody || savedText })
    setSavedText(values.smsBody)
    change({ smsBody: '' })
  }
  return (
    <>
      <Section title={t('campaigns:what.title')} help={t('sms.help')}>
        <RadioRows
          aria-label={t('campaigns:what.title')}
          value={from}
          onChange={choose}
          rows={[
            { value: 'own', title: t('sms.own'), help: t('sms.ownHelp') },
            { value: 'template', title: t('campaigns:what.template'), help: t('campaigns:what.templateHelp') },
          ]}
        />
      </Section>
      <Words {...props} from={from} />
      <ProblemList />
      <Section title={t('sms.class')} help={t(provider === 'Karix' ? 'sms.classHelpKarix' : 'sms.classHelp')}>
        <RadioRows
          aria-label={t('sms.class')}
          value={values.message_class}
          onChange={message_class => change({ message_class })}
          rows={MESSAGE_CLASSES.toReversed().map(value => ({
            value,
            title: t(`sms.classes.${value}`),
            help: t(`sms.classHelps.${value}`),
          }))}
        />
      </Section>
    </>
  )
}

/** The switch for click tracking. Shown only if the text contains a link, its own or one from a merge field. */
function Links({ preview }: { preview: LiveSms }) {
  const { content, values, change } = useWizard()
  const { t } = useTranslation('messages')
  const { text, hasShortLinks } = content
  const isAsked = hasLink(text) || (preview.data?.short_links ?? 0) > 0 || values.track_links === false
  if (!isAsked) return null
  return (
    <Section title={t('sms.links')}>
      <Panel>
        <Switch
          checked={hasShortLinks}
          onChange={track_links => change({ track_links })}
          label={t('sms.shortLinks')}
          help={t(hasShortLinks ? 'sms.shortLinksOn' : 'sms.shortLinksOff')}
        />
      </Panel>
    </Section>
  )
}

/** The text, and a preview of it for one recipient. */
function Words({ from, contactUuid, onContact }: WhatProps & { from: From }) {
  const { t } = useTranslation(['messages', 'campaigns'])
  const { values, change, content, errorAt } = useWizard()
  const fields = useMergeFields()
  const { hasShortLinks: trackLinks } = content
  const preview = useSmsPreview(content.text, { contactUuid, trackLinks })
  const isOwn = from === 'own'
  return (
    <>
      <Section
        title={isOwn ? t('sms.own') : t('campaigns:what.template')}
        actions={isOwn && <SaveAsTemplate type="SMS" content={{ text: values.smsBody }} name={values.campaignName} />}
      >
        <Panel bare>
          <div className="flex flex-col gap-4 p-4">
            {isOwn ? (
              <SmsComposer
                value={values.smsBody}
                onChange={smsBody => change({ smsBody })}
                preview={preview}
                fields={fields}
                error={errorAt('smsBody', values.smsBody !== '')}
              />
            ) : (
              <>
                <TemplatePicker type="SMS" />
                {content.text !== '' && (
                  <SmsSize text={preview.text} source={content.text} range={preview.data?.range} />
                )}
                <TemplateLink />
              </>
            )}
          </div>
        </Panel>
        {content.text.trim() !== '' && (
          <PreviewAside title={t('onPhone')} contact={{ current: preview.data?.contact ?? null, onChoose: onContact }}>
            <div className="flex min-h-32 flex-col justify-end">
              <SmsBubble preview={preview} />
            </div>
          </PreviewAside>
        )}
      </Section>
      <Links preview={preview} />
    </>
  )
}
