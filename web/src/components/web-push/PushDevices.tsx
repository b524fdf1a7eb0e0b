import type { Channel } from '@notifly/contracts/applications/applications'
import { PAYLOAD_MAX_BYTES } from '@notifly/contracts/web-push/payload'
import { Apple, AppWindow, Bell, Flame, ImageOff, Smartphone, TabletSmartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { type Device, devicesOf, payloadBytes, type PushLook, type PushWords } from './push-look.ts'
import './push.css'

const ICONS = {
  chromeWindows: AppWindow,
  chromeMac: Apple,
  firefox: Flame,
  android: Smartphone,
  iphone: TabletSmartphone,
}

export interface PushDevicesProps {
  channel: Channel
  /** The source texts, for the size of the message. */
  words: PushWords
  /** The notification as the chosen contact gets it. */
  look: PushLook
}

/**
 * Previews the notification on one device at a time. Says what that device leaves out, and how much of the size limit
 * is used.
 */
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
  const bytes = payloadBytes(words)
  const isTooLong = bytes > PAYLOAD_MAX_BYTES
  return (
    <p className={`tnum text-12 ${isTooLong ? 'text-danger-ink' : 'text-muted'}`}>
      {t(isTooLong ? 'push.tooLong' : 'push.size', { bytes, most: PAYLOAD_MAX_BYTES })}
    </p>
  )
}

export interface DeviceFrameProps {
  device: Device
  look: PushLook
  /** A notification of an app rather than a browser. */
  isApp: boolean
}

/** The notification as one device shows it; parts that the device does not support are left out. */
export function DeviceFrame(props: DeviceFrameProps) {
  const { t } = useTranslation('messages')
  const { Body, width } = FRAMES[props.device]
  return (
    <figure
      aria-label={t('push.looks', { device: t(`push.devices.${props.device}`) })}
      className="push-device grid min-h-56 place-items-center rounded-2 bg-(--pd-desk) p-4"
    >
      <div className={cx('w-full', width)}>
        <Body {...props} />
      </div>
    </figure>
  )
}

/** Windows renders notifications of every browser. Firefox passes it no banner. */
function Windows({ look, device }: DeviceFrameProps) {
  const isChrome = device === 'chromeWindows'
  return (
    <div className="overflow-clip rounded-[8px] bg-(--pd-toast) text-(--pd-ink) shadow-(--sh-3)">
      {isChrome && <PushBanner address={look.banner} />}
      <div className="flex flex-col gap-2.5 p-4">
        <p className="flex items-center gap-2 text-12 text-(--pd-quiet)">
          <Icon of={AppWindow} size={12} />
          {isChrome ? 'Google Chrome' : 'Firefox'}
        </p>
        <div className="flex gap-3">
          <PushIcon address={look.icon} size={48} />
          <div className="min-w-0 flex-1">
            <Words look={look} />
            <p className="mt-0.5 truncate text-12 text-(--pd-quiet)">
              <bdi>{look.from}</bdi>
            </p>
          </div>
        </div>
        {look.buttons.length > 0 && (
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {look.buttons.map((button, index) => (
              <span key={index} className="truncate rounded-[4px] bg-(--pd-key) px-2 py-1.5 text-center text-12">
                <bdi>{button}</bdi>
              </span>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** The buttons are behind "Options", which appears when the pointer rests on the notification. */
function Mac({ look }: DeviceFrameProps) {
  return (
    <div className="flex items-center gap-3 rounded-[16px] bg-(--pd-glass) p-3 text-(--pd-ink) shadow-(--sh-3)">
      <span className="grid size-9 shrink-0 place-items-center rounded-[9px] bg-(--pd-key)">
        <Icon of={AppWindow} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <Words look={look} from={look.from} />
      </div>
      <PushIcon address={look.icon} size={36} />
    </div>
  )
}

function Android({ look, isApp }: DeviceFrameProps) {
  const { t } = useTranslation('messages')
  return (
    <div className="flex flex-col gap-2.5 rounded-[24px] bg-(--pd-sheet) p-4 text-(--pd-ink)">
      <p className="flex items-center gap-2 text-12 text-(--pd-quiet)">
        <Icon of={isApp ? Bell : AppWindow} size={12} />
        <span className="min-w-0 truncate">{isApp ? <bdi>{look.from}</bdi> : <bdi>Chrome · {look.from}</bdi>}</span>
        <span className="shrink-0">· {t('push.now')}</span>
      </p>
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <Words look={look} />
        </div>
        {!isApp && <PushIcon address={look.icon} size={40} />}
      </div>
      <PushBanner address={look.banner} rounded />
      {look.buttons.length > 0 && !isApp && (
        <p className="flex gap-6 font-medium text-(--pd-link)">
          {look.buttons.map((button, index) => (
            <bdi key={index} className="min-w-0 truncate">
              {button}
            </bdi>
          ))}
        </p>
      )}
    </div>
  )
}

/** A web app on the home screen, which shows its own icon, or an app. */
function Iphone({ look, isApp }: DeviceFrameProps) {
  const { t } = useTranslation('messages')
  return (
    <div className="flex items-center gap-3 rounded-[20px] bg-(--pd-glass) p-3.5 text-(--pd-ink)">
      <span className="grid size-9 shrink-0 place-items-center rounded-[9px] bg-(--pd-key)">
        <Icon of={Bell} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <Words look={look} {...(!isApp && look.from !== '' && { from: t('push.from', { site: look.from }) })} />
      </div>
      <span className="shrink-0 self-start text-12 text-(--pd-quiet)">{t('push.now')}</span>
    </div>
  )
}

const FRAMES: Record<Device, { Body: (props: DeviceFrameProps) => ReactNode; width: string }> = {
  chromeWindows: { Body: Windows, width: 'max-w-90' },
  chromeMac: { Body: Mac, width: 'max-w-88' },
  firefox: { Body: Windows, width: 'max-w-90' },
  android: { Body: Android, width: 'max-w-88' },
  iphone: { Body: Iphone, width: 'max-w-88' },
}

function Words({ look, from }: { look: PushLook; from?: string }) {
  const { t } = useTranslation('messages')
  return (
    <>
      <p className="line-clamp-2 text-14 font-semibold wrap-anywhere">
        {look.title === '' ? <span className="text-(--pd-quiet)">{t('push.noTitle')}</span> : <bdi>{look.title}</bdi>}
      </p>
      {from !== undefined && (
        <p className="truncate text-12 text-(--pd-quiet)">
          <bdi>{from}</bdi>
        </p>
      )}
      <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
        {look.text === '' ? <span className="text-(--pd-quiet)">{t('push.noText')}</span> : look.text}
      </p>
    </>
  )
}

/** The icon, or a bell if none can be loaded. */
function PushIcon({ address, size }: { address: string; size: number }) {
  const [broken, setBroken] = useState('')
  const frame = { inlineSize: size, blockSize: size }
  if (address === '' || address === broken) {
    return (
      <span style={frame} className="grid shrink-0 place-items-center rounded-[6px] bg-(--pd-key) text-(--pd-quiet)">
        <Icon of={Bell} size={16} />
      </span>
    )
  }
  return (
    <img
      src={address}
      alt=""
      style={frame}
      onError={() => setBroken(address)}
      className="shrink-0 rounded-[6px] object-cover"
    />
  )
}

/** The banner. Says so if it can't be loaded, because devices show none either. */
function PushBanner({ address, rounded = false }: { address: string; rounded?: boolean }) {
  const { t } = useTranslation('messages')
  const [broken, setBroken] = useState('')
  const frame = cx('aspect-2/1 w-full', rounded && 'rounded-[12px]')
  if (address === '') return null
  if (address === broken) {
    return (
      <span
        className={cx(frame, 'grid place-content-center gap-1 bg-(--pd-key) p-3 text-center text-12 text-(--pd-quiet)')}
      >
        <Icon of={ImageOff} size={16} className="justify-self-center" />
        {t('push.noPicture')}
      </span>
    )
  }
  return <img src={address} alt="" onError={() => setBroken(address)} className={cx(frame, 'object-cover')} />
}
