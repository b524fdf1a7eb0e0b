import type { Channel } from '@notifly/contracts/applications/applications'
import { AppWindow, Apple, Flame, Smartphone, TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { useDisplay } from '../display/use-display.ts'
import { DeviceFrame } from './DeviceFrame.tsx'
import { type Device, devicesOf, PAYLOAD_MAX_BYTES, payloadBytes, type PushLook, type PushWords } from './push-look.ts'

const ICONS = {
  chromeWindows: AppWindow,
  chromeMac: Apple,
  firefox: Flame,
  android: Smartphone,
  iphone: TabletSmartphone,
}

export interface PushDevicesProps {
  channel: Channel
  /** As it was written, for its weight. */
  words: PushWords
  /** As somebody gets it. */
  look: PushLook
}

/** The notification on one device after the other, with what that leaves out, and how much of its room is taken. */
export function PushDevices({ channel, words, look }: PushDevicesProps) {
  const { t } = useTranslation('messages')
  const devices = devicesOf(channel)
  const [device, setDevice] = useState<Device>(devices[0] ?? 'android')
  const isApp = channel === 'mobilepush'
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        size="sm"
        wrap
        aria-label={t('push.device')}
        value={device}
        onChange={setDevice}
        segments={devices.map(value => ({ value, label: t(`push.devices.${value}`), icon: ICONS[value] }))}
      />
      <DeviceFrame device={device} look={look} isApp={isApp} />
      <p className="text-12 text-muted" role="status">
        {t(`push.${isApp ? 'appNotes' : 'notes'}.${device}`)}
      </p>
      <Size words={words} />
    </div>
  )
}

function Size({ words }: { words: PushWords }) {
  const { t } = useTranslation('messages')
  const { number } = useDisplay()
  const bytes = payloadBytes(words)
  const isTooLong = bytes > PAYLOAD_MAX_BYTES
  return (
    <p className={`tnum text-12 ${isTooLong ? 'text-danger-ink' : 'text-muted'}`}>
      {t(isTooLong ? 'push.tooLong' : 'push.size', { bytes: number(bytes), most: number(PAYLOAD_MAX_BYTES) })}
    </p>
  )
}
