import { type ContactDevice, listContactDevices } from '@notifly/contracts/devices/contact-devices'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { useDeviceWords } from '../../components/display/use-device-words.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** The browsers and phones that push messages go to, and those to which none goes any more, with the reason. */
export function DevicesPanel({ uuid }: { uuid: string }) {
  const { t } = useTranslation('contacts')
  const { data: devices, error, refetch } = useRead(listContactDevices, { params: { uuid } })
  if (error && !devices) {
    return <ReadFailure error={error} title={t('devices.failed')} onRetry={() => void refetch()} />
  }
  return (
    <Panel title={t('devices.title')} bare={devices !== undefined && devices.length > 0}>
      {!devices && (
        <>
          <LoadingNote />
          <Skeleton height="3rem" />
        </>
      )}
      {devices?.length === 0 && <p className="text-muted">{t('devices.none')}</p>}
      {devices && devices.length > 0 && (
        <ul className="divide-y divide-line">
          {devices.map(device => (
            <DeviceRow key={device.uuid} device={device} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DeviceRow({ device }: { device: ContactDevice }) {
  const { t } = useTranslation(['contacts', 'common'])
  const deviceWords = useDeviceWords()
  const { shortDate } = useDisplay(useZone())
  const { uuid, channel, name, last_seen_on: seen, retired_on: retired, retired_reason: reason } = device
  return (
    <li className="flex items-start gap-2.5 px-4 py-2.5">
      <span className="mt-0.5 flex">
        <ChannelIcon channel={channel} named />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi>{deviceWords(name)}</bdi>
          <span className="text-12 font-normal text-muted">{t(`common:channel.${channel}`)}</span>
          {retired !== null && <Badge type="secondary">{t('devices.retired')}</Badge>}
        </p>
        <p className="text-12 text-muted">
          {retired === null
            ? t('devices.seen', { time: shortDate(seen) })
            : t(`devices.reason.${reason ?? 'gone'}`, { time: shortDate(retired) })}
        </p>
      </div>
      <CopyButton text={uuid} variant="ghost" iconOnly />
    </li>
  )
}
