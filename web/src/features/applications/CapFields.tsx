import { type Channel, CHANNELS, type FrequencyCap } from '@notifly/contracts/applications/applications'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CHANNEL_LOOKS } from '../../components/channels/channels.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import type { ApplicationApiForm } from './ClockFields.tsx'

/** What a cap begins with when it is turned on. */
const FIRST_CAP: FrequencyCap = { messages: 3, hours: 24 }

/** The most promotional messages for one person, channel by channel. */
export function CapFields({ form, disabled }: { form: ApplicationApiForm; disabled: boolean }) {
  const { t } = useTranslation('applications')
  return (
    <>
      <p className="mb-3 text-ink-2">{t('caps.help')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {CHANNELS.map(channel => (
          <CapRow key={channel} form={form} channel={channel} disabled={disabled} />
        ))}
      </ul>
    </>
  )
}

function CapRow({ form, channel, disabled }: { form: ApplicationApiForm; channel: Channel; disabled: boolean }) {
  const { t } = useTranslation(['applications', 'common'])
  const { icon, ink } = CHANNEL_LOOKS[channel]
  const name = t(`common:channel.${channel}`)
  const error =
    form.errorOf(`frequency_cap.${channel}.messages`) ??
    form.errorOf(`frequency_cap.${channel}.hours`) ??
    form.errorOf(`frequency_cap.${channel}`)
  return (
    <Controller
      control={form.control}
      name={`frequency_cap.${channel}`}
      render={({ field: { value, onChange } }) => (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <span className="min-w-36 flex-1">
            <Checkbox
              checked={Boolean(value)}
              disabled={disabled}
              onChange={checked => onChange(checked ? FIRST_CAP : null)}
              label={
                <span className="flex items-center gap-2">
                  <Icon of={icon} size={14} className={ink} />
                  {name}
                </span>
              }
            />
          </span>
          {value && (
            <span className="flex flex-wrap items-center gap-2">
              <NumberInput
                className="w-20"
                min={1}
                max={1000}
                allowOutOfRange
                disabled={disabled}
                value={value.messages}
                onChange={messages => onChange({ ...value, messages })}
                aria-label={t('caps.messagesOf', { channel: name })}
              />
              <span>{t('caps.messagesIn')}</span>
              <NumberInput
                className="w-20"
                min={1}
                max={720}
                allowOutOfRange
                disabled={disabled}
                value={value.hours}
                onChange={hours => onChange({ ...value, hours })}
                aria-label={t('caps.hoursOf', { channel: name })}
              />
              <span>{t('caps.hours')}</span>
            </span>
          )}
          {!value && <span className="text-muted">{t('caps.none')}</span>}
          {error && (
            <div className="basis-full" aria-live="polite">
              <FieldError>{error}</FieldError>
            </div>
          )}
        </li>
      )}
    />
  )
}
