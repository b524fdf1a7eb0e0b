import type { Channel } from '@notifly/contracts/applications/applications'
import type { MergeField } from '@notifly/contracts/contacts/audience'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MergeText } from '../fields/MergeText.tsx'
import { PictureButton } from '../files/PictureButton.tsx'
import { ButtonRows } from './ButtonRows.tsx'
import { isAddress, isTarget, type PushWords } from './push-look.ts'

export interface PushFieldsProps {
  channel: Channel
  words: PushWords
  change: (patch: Partial<PushWords>) => void
  fields: readonly MergeField[]
  /** What the server said of a field. */
  faultOf?: (field: string) => string | undefined
  readOnly?: boolean
}

/** Title, message and the page behind them. */
export function PushWordFields({ channel, words, change, fields, faultOf, readOnly = false }: PushFieldsProps) {
  const { t } = useTranslation('messages')
  const isApp = channel === 'mobilepush'
  const targetFault = useTargetFault(channel)
  return (
    <div className="flex flex-col gap-4">
      <MergeText
        label={t('push.title')}
        value={words.campaignTitle}
        onChange={campaignTitle => change({ campaignTitle })}
        fields={fields}
        maxLength={500}
        error={faultOf?.('campaignTitle')}
        readOnly={readOnly}
      />
      <MergeText
        label={t('push.text')}
        value={words.campaignMsg}
        onChange={campaignMsg => change({ campaignMsg })}
        fields={fields}
        maxLength={2000}
        long
        error={faultOf?.('campaignMsg')}
        readOnly={readOnly}
      />
      <MergeText
        label={t('push.page')}
        value={words.campaignPageUrl}
        onChange={campaignPageUrl => change({ campaignPageUrl })}
        fields={fields}
        maxLength={2000}
        address
        optional={isApp}
        help={t(isApp ? 'push.pageHelpApp' : 'push.pageHelp')}
        error={targetFault(words.campaignPageUrl) ?? faultOf?.('campaignPageUrl')}
        placeholder="https://"
        readOnly={readOnly}
      />
    </div>
  )
}

/** Banner and icon. Apps show their own icon. */
export function PushPictureFields({ channel, words, change, fields, faultOf, readOnly = false }: PushFieldsProps) {
  const { t } = useTranslation('messages')
  const isApp = channel === 'mobilepush'
  const pictureFault = (address: string) =>
    address.trim() === '' || isAddress(address) ? undefined : t('push.addressRule')
  return (
    <div className="flex flex-col gap-4">
      <PictureField
        label={t('push.banner')}
        help={t('push.bannerHelp')}
        value={words.campaignBannerImg}
        onChange={campaignBannerImg => change({ campaignBannerImg })}
        fields={fields}
        optional={isApp}
        error={pictureFault(words.campaignBannerImg) ?? faultOf?.('campaignBannerImg')}
        readOnly={readOnly}
      />
      {!isApp && (
        <PictureField
          label={t('push.icon')}
          help={t('push.iconHelp')}
          value={words.campaignIcon}
          onChange={campaignIcon => change({ campaignIcon })}
          fields={fields}
          optional
          error={pictureFault(words.campaignIcon) ?? faultOf?.('campaignIcon')}
          readOnly={readOnly}
        />
      )}
    </div>
  )
}

export function PushButtonFields({ channel, words, change, fields, readOnly = false }: PushFieldsProps) {
  const targetFault = useTargetFault(channel)
  return (
    <ButtonRows
      buttons={words.actions}
      onChange={actions => change({ actions })}
      fields={fields}
      faultOf={targetFault}
      readOnly={readOnly}
    />
  )
}

/** What is wrong with an address that a click leads to; undefined while it is right or empty. */
function useTargetFault(channel: Channel): (address: string) => string | undefined {
  const { t } = useTranslation('messages')
  const rule = t(channel === 'mobilepush' ? 'push.targetRule' : 'push.addressRule')
  return address => (address.trim() === '' || isTarget(channel, address) ? undefined : rule)
}

interface PictureFieldProps {
  label: string
  help: string
  value: string
  onChange: (address: string) => void
  fields: readonly MergeField[]
  error?: string | undefined
  optional?: boolean
  readOnly?: boolean
}

/** A picture by its address; one that is uploaded gets an address of ours. */
function PictureField(props: PictureFieldProps) {
  const { label, help, value, onChange, fields, error, optional = false, readOnly = false } = props
  const [failure, setFailure] = useState<string>()
  return (
    <div className="flex flex-col gap-2">
      <MergeText
        label={label}
        value={value}
        onChange={onChange}
        fields={fields}
        maxLength={2000}
        address
        help={help}
        error={failure ?? error}
        optional={optional}
        placeholder="https://"
        readOnly={readOnly}
      />
      {!readOnly && (
        <div>
          <PictureButton label={label} onTaken={onChange} onFailure={setFailure} />
        </div>
      )}
    </div>
  )
}
