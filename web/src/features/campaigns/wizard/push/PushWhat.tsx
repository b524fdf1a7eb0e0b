import { ACTIVITY } from '@notifly/contracts/activities'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/mail/ContactPicker.tsx'
import { useMergeFields } from '../../../../components/mail/FieldMenu.tsx'
import { useCan } from '../../../../components/session/use-session.ts'
import { Section } from '../../../../ui/Page.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { MergeText } from '../MergeText.tsx'
import { isAddress, isTarget } from '../message-blocks.ts'
import { ProblemList } from '../ProblemList.tsx'
import { useSample } from '../use-sample.ts'
import type { Wizard } from '../use-wizard.ts'
import { ButtonRows } from './ButtonRows.tsx'
import { PictureField } from './PictureField.tsx'
import { PushDevices } from './PushDevices.tsx'

/** What the notification says, shows and opens, with the look of it on each device. */
export function PushWhat({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('messages')
  const { values, change, channel } = wizard
  const isApp = channel === 'mobilepush'
  const mayReadContacts = useCan(ACTIVITY.audience, 'read')
  const fields = useMergeFields(mayReadContacts)
  const wrongPicture = (address: string) =>
    address.trim() === '' || isAddress(address) ? undefined : t('push.addressRule')
  const wrongTarget = (address: string) =>
    address.trim() === '' || isTarget(channel, address) ? undefined : t(isApp ? 'push.targetRule' : 'push.addressRule')
  return (
    <>
      <Section title={t('push.words')} help={t(isApp ? 'push.appHelp' : 'push.help')}>
        <Panel>
          <div className="flex flex-col gap-4">
            <MergeText
              label={t('push.title')}
              value={values.campaignTitle}
              onChange={campaignTitle => change({ campaignTitle })}
              fields={fields}
              maxLength={500}
            />
            <MergeText
              label={t('push.text')}
              value={values.campaignMsg}
              onChange={campaignMsg => change({ campaignMsg })}
              fields={fields}
              maxLength={2000}
              long
            />
            <MergeText
              label={t('push.page')}
              value={values.campaignPageUrl}
              onChange={campaignPageUrl => change({ campaignPageUrl })}
              fields={fields}
              maxLength={2000}
              address
              optional={isApp}
              help={t(isApp ? 'push.pageHelpApp' : 'push.pageHelp')}
              error={wrongTarget(values.campaignPageUrl)}
              placeholder="https://"
            />
          </div>
        </Panel>
      </Section>
      <Section title={t('push.look')}>
        <Panel>
          <div className="flex flex-col gap-4">
            <PictureField
              label={t('push.banner')}
              help={t('push.bannerHelp')}
              value={values.campaignBannerImg}
              onChange={campaignBannerImg => change({ campaignBannerImg })}
              fields={fields}
              optional={isApp}
              error={wrongPicture(values.campaignBannerImg)}
            />
            {!isApp && (
              <PictureField
                label={t('push.icon')}
                help={t('push.iconHelp')}
                value={values.campaignIcon}
                onChange={campaignIcon => change({ campaignIcon })}
                fields={fields}
                optional
                error={wrongPicture(values.campaignIcon)}
              />
            )}
          </div>
        </Panel>
      </Section>
      <Section title={t('push.buttons')} help={t(isApp ? 'push.buttonsHelpApp' : 'push.buttonsHelp')}>
        <ButtonRows
          buttons={values.actions}
          onChange={actions => change({ actions })}
          fields={fields}
          faultOf={wrongTarget}
        />
      </Section>
      <ProblemList wizard={wizard} />
      <Looks wizard={wizard} />
    </>
  )
}

function Looks({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('messages')
  const [contactUuid, setContactUuid] = useState<string>()
  const sample = useSample(contactUuid)
  const mayReadContacts = useCan(ACTIVITY.audience, 'read')
  return (
    <Section
      title={t('onDevice')}
      actions={mayReadContacts && <ContactPicker current={sample.contact} onChoose={setContactUuid} />}
    >
      <Panel>
        <PushDevices wizard={wizard} sample={sample} />
      </Panel>
    </Section>
  )
}
