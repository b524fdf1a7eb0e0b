import { type ContactDevice, listContactDevices } from '@notifly/contracts/devices/contact-devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/queries.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field, FieldError } from '../../ui/controls/Field.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useDeviceWords } from '../display/use-device-words.ts'
import { useDisplay } from '../display/use-display.ts'
import { ContactBox } from '../email/ContactPicker.tsx'
import { useSample } from '../fields/use-sample.ts'
import { useZone } from '../session/use-zone.ts'
import { ReadFailure } from '../states/ReadFailure.tsx'

export interface ContactDevicesProps {
  devices: DevicesOfContact
  channel: ContactDevice['channel']
  error: ReactNode
}

/** Selects a contact, and which of its devices get the test. */
export function ContactDevices({ devices, channel, error }: ContactDevicesProps) {
  const { t } = useTranslation('test-send')
  const { contact, onContact, failure, retry } = devices
  const hasNone = devices.devices?.length === 0
  return (
    <>
      <Field label={t('contact.label')} error={hasNone && error}>
        <ContactBox current={contact} onChoose={onContact} />
      </Field>
      {failure && devices.devices === undefined ? (
        <ReadFailure error={failure} framed={false} title={t('contact.failed')} onRetry={retry} />
      ) : (
        contact && <Devices devices={devices} channel={channel} isWrong={error !== undefined} />
      )}
      <div aria-live="polite" className="empty:hidden">
        {!hasNone && error !== undefined && <FieldError>{error}</FieldError>}
      </div>
    </>
  )
}

interface DevicesProps extends Omit<ContactDevicesProps, 'error'> {
  isWrong: boolean
}

function Devices({ devices: { devices, chosen, onChosen }, channel, isWrong }: DevicesProps) {
  const { t } = useTranslation('test-send')
  const deviceWords = useDeviceWords()
  const { shortDate } = useDisplay(useZone())
  if (devices === undefined) return <Skeleton height="3rem" />
  if (devices.length === 0) return <p className="text-muted">{t(`contact.${channel}None`)}</p>
  return (
    <fieldset data-invalid={isWrong || undefined} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium">{t('contact.devices')}</legend>
      {devices.map(({ uuid, name, last_seen_on: seen }) => (
        <Checkbox
          key={uuid}
          checked={chosen.includes(uuid)}
          onChange={isChosen => onChosen(uuid, isChosen)}
          label={<bdi>{deviceWords(name)}</bdi>}
          help={t('contact.seen', { time: shortDate(seen) })}
        />
      ))}
    </fieldset>
  )
}

export interface DevicesOfContact {
  contact: { uuid: string; name: string } | null
  onContact: (uuid: string) => void
  /** The contact's devices that can receive messages of the channel; undefined while loading. */
  devices: readonly ContactDevice[] | undefined
  failure: ApiError | null
  retry: () => void
  /** Ids of the devices that will get the test: all of them unless some are deselected. */
  chosen: string[]
  onChosen: (uuid: string, isChosen: boolean) => void
}

/** The contact of a test, at first that of the preview, and which of its devices get it. */
export function useContactDevices(
  channel: ContactDevice['channel'],
  first: string | undefined,
  mayRead: boolean,
): DevicesOfContact {
  const [named, setNamed] = useState(first)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const { contact } = useSample(named)
  const { data, error, refetch } = useRead(
    listContactDevices,
    { params: { uuid: contact?.uuid ?? '' } },
    { enabled: mayRead && contact !== null },
  )
  const devices = data?.filter(device => device.channel === channel && device.retired_on === null)
  return {
    contact,
    onContact: setNamed,
    devices,
    failure: error,
    retry: () => void refetch(),
    chosen: (devices ?? []).map(({ uuid }) => uuid).filter(uuid => !leftOut.includes(uuid)),
    onChosen: (uuid, isChosen) => setLeftOut(isChosen ? leftOut.filter(id => id !== uuid) : [...leftOut, uuid]),
  }
}
