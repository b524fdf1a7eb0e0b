import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../../components/session/use-session.ts'
import { SessionRule } from '../../../../components/whatsapp/SessionRule.tsx'
import { TemplateParameters, type WhatsappMessage } from '../../../../components/whatsapp/TemplateParameters.tsx'
import { usePicture } from '../../../../components/whatsapp/use-picture.ts'
import { usePreviewValues } from '../../../../components/whatsapp/use-preview-values.ts'
import { useWhatsappTemplate } from '../../../../components/whatsapp/use-whatsapp-template.ts'
import { WhatsAppPreview } from '../../../../components/whatsapp/WhatsAppPreview.tsx'
import { ForbiddenCard } from '../../../../components/states/ForbiddenCard.tsx'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useSample } from '../../../../components/fields/use-sample.ts'
import { PreviewAside } from '../frame/PreviewAside.tsx'
import type { WhatProps } from '../what/content-props.ts'
import { useWizard } from '../state/wizard-context.ts'

/** The content step for WhatsApp: the approved template, the values of its variables, and a preview in the app. */
export function WhatsappWhat(props: WhatProps) {
  const { t } = useTranslation('messages')
  const mayRead = useCan(ACTIVITY.templateWhatsapp, 'read')
  if (!mayRead) return <ForbiddenCard activity={ACTIVITY.templateWhatsapp} title={t('whatsapp.forbidden')} />
  return <Message {...props} />
}

function Message({ contactUuid, onContact }: WhatProps) {
  const { t } = useTranslation('messages')
  const { values, change, errorAt } = useWizard()
  const { template_name, language, parameters } = values
  const { template, error, again } = useWhatsappTemplate(template_name, language)
  const [picture, setPicture] = useState<File>()
  const sample = useSample(contactUuid)
  const shown = usePreviewValues(parameters, { sample, picture: usePicture(picture) })
  const errorOf = (field: string) => errorAt(field, isFilled(parameters, field))
  const set = ({ template_name: name = '', language: code = '', parameters: filled }: WhatsappMessage) =>
    change({ template_name: name, language: code, parameters: filled ?? {} })
  return (
    <>
      <SessionRule />
      <Section title={t('whatsapp.title')} help={t('whatsapp.help')}>
        <Panel>
          <TemplateParameters
            value={{ template_name, language, parameters }}
            onChange={set}
            template={template}
            errorOf={errorOf}
            onPicture={setPicture}
          />
          {error && <PartFailure className="mt-5" error={error} title={t('whatsapp.templateFailed')} onRetry={again} />}
        </Panel>
      </Section>
      {template && (
        <PreviewAside bare title={t('onPhone')} contact={{ current: sample.contact, onChoose: onContact }}>
          <WhatsAppPreview components={template.components} values={shown} />
        </PreviewAside>
      )}
    </>
  )
}

/** Whether a field such as `parameters.body.0` has a value. A field that is still empty shows no error. */
function isFilled(parameters: WhatsappParameters, field: string): boolean {
  const [, ...path] = field.split('.')
  let found: unknown = parameters
  for (const name of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
  return found !== undefined && found !== '' && typeof found !== 'object'
}
