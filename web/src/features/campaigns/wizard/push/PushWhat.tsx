import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { useSample } from '../../../../components/fields/use-sample.ts'
import { PushDevices } from '../../../../components/web-push/PushDevices.tsx'
import { PushButtonFields, PushPictureFields, PushWordFields } from '../../../../components/web-push/PushFields.tsx'
import { pushWordsOf, type PushWords } from '../../../../components/web-push/push-look.ts'
import { usePushLook } from '../../../../components/web-push/use-push-look.ts'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import { PreviewAside } from '../frame/PreviewAside.tsx'
import { ProblemList } from '../what/ProblemList.tsx'
import { SaveAsTemplate } from '../what/SaveAsTemplate.tsx'
import { TemplateLink, TemplatePicker } from '../what/TemplatePicker.tsx'
import type { WhatProps } from '../what/content-props.ts'
import { useWizard } from '../state/wizard-context.ts'

type From = 'own' | 'template'

/** The content step for push: text, pictures, link and buttons, with previews of several devices. */
export function PushWhat(props: WhatProps) {
  const { t } = useTranslation(['messages', 'campaigns'])
  const { values, change, channel } = useWizard()
  const isApp = channel === 'mobilepush'
  const [from, setFrom] = useState<From>(values.template_uuid === null ? 'own' : 'template')
  // A campaign's own text overrides the template's, so it is cleared while a template is used and restored afterwards.
  const [savedWords, setSavedWords] = useState<PushWords>()
  const choose = (next: From) => {
    setFrom(next)
    if (next === 'own') return change({ template_uuid: null, ...savedWords })
    setSavedWords(pushWordsOf(values))
    change(pushWordsOf())
  }
  return (
    <>
      <Section title={t('campaigns:what.title')} help={t(isApp ? 'push.appHelp' : 'push.help')}>
        <RadioRows
          aria-label={t('campaigns:what.title')}
          value={from}
          onChange={choose}
          rows={[
            { value: 'own', title: t('push.own'), help: t('push.ownHelp') },
            { value: 'template', title: t('campaigns:what.template'), help: t('campaigns:what.templateHelp') },
          ]}
        />
      </Section>
      {from === 'own' ? <OwnWords /> : <TemplateWords />}
      <ProblemList />
      <Looks {...props} />
    </>
  )
}

function OwnWords() {
  const { values, change, channel, errorAt } = useWizard()
  const { t } = useTranslation('messages')
  const isApp = channel === 'mobilepush'
  const fields = useMergeFields()
  const faultOf = (field: string) => errorAt(field, field in values && values[field as keyof PushWords] !== '')
  const shared = { channel, words: values, change, fields, faultOf }
  return (
    <>
      <Section
        title={t('push.words')}
        actions={
          <SaveAsTemplate
            type={isApp ? 'Mobilepush' : 'Webpush'}
            content={pushWordsOf(values)}
            name={values.campaignName}
          />
        }
      >
        <Panel>
          <PushWordFields {...shared} />
        </Panel>
      </Section>
      <Section title={t('push.look')}>
        <Panel>
          <PushPictureFields {...shared} />
        </Panel>
      </Section>
      <Section title={t('push.buttons')} help={t(isApp ? 'push.buttonsHelpApp' : 'push.buttonsHelp')}>
        <PushButtonFields {...shared} />
      </Section>
    </>
  )
}

function TemplateWords() {
  const { t } = useTranslation('campaigns')
  const { channel } = useWizard()
  return (
    <Section title={t('what.template')}>
      <Panel>
        <div className="flex flex-col gap-4">
          <TemplatePicker type={channel === 'mobilepush' ? 'Mobilepush' : 'Webpush'} />
          <TemplateLink />
        </div>
      </Panel>
    </Section>
  )
}

function Looks({ contactUuid, onContact }: WhatProps) {
  const { channel, content } = useWizard()
  const { t } = useTranslation('messages')
  const sample = useSample(contactUuid)
  const look = usePushLook({ channel, words: content.push }, sample)
  return (
    <PreviewAside title={t('onDevice')} contact={{ current: sample.contact, onChoose: onContact }}>
      <PushDevices channel={channel} words={content.push} look={look} />
    </PreviewAside>
  )
}
