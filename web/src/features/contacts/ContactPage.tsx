import { type Contact, readContact } from '@notifly/contracts/contacts/audience'
import { type ContactDevice, listContactDevices } from '@notifly/contracts/devices/contact-devices'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { ConsentPanel } from '../../components/consent/ConsentPanel.tsx'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/layout/Badge.tsx'
import { LoadingHeader, LoadingPanel } from '../../ui/layout/LoadingPage.tsx'
import { Page, WithAside } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DetailsPanel, MergeFieldsPanel, SegmentsPanel } from './ContactPanels.tsx'
import { contactName, contactTitle } from './contact-words.ts'
import { ContactActions } from './ContactActions.tsx'
import { ContactEvents } from './ContactEvents.tsx'
import { CorrectContact } from './CorrectContact.tsx'
import { ContactTimeline } from './ContactTimeline.tsx'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { useDeviceWords } from '../../components/display/use-device-words.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** One contact: who it is, what is known of it, what each channel may do, where it belongs, and what was sent to it. */
export function ContactPage() {
  const { t } = useTranslation('audience')
  const { uuid } = useParams({ strict: false }) as { uuid: string }
  const { data: contact, error, refetch } = useRead(readContact, { params: { uuid } })
  const crumbs = useCrumbs()
  return (
    <Page>
      <PageTitle>{contact ? contactTitle(contact) : t('tabs.contacts')}</PageTitle>
      {error && !contact && (
        <>
          <PageHeader crumbs={crumbs} title={t('contact.one')} />
          <ReadFailure error={error} title={t('contact.failed')} onRetry={() => void refetch()} />
        </>
      )}
      {!error && !contact && <LoadingSkeleton />}
      {contact && <Full contact={contact} crumbs={crumbs} />}
    </Page>
  )
}

function useCrumbs() {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const maySegments = useCan(ACTIVITY.segmentation, 'read')
  return [
    ...(maySegments ? [{ label: t('title'), href: paths.audience(slug) }] : []),
    { label: t('tabs.contacts'), href: paths.contacts(slug) },
  ]
}

function Full({ contact, crumbs }: { contact: Contact; crumbs: ReturnType<typeof useCrumbs> }) {
  const { t } = useTranslation('audience')
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={<bdi>{contactTitle(contact)}</bdi>}
        badge={contact.is_test && <Badge type="transparent-full">{t('contact.test')}</Badge>}
        actions={<ContactActions contact={contact} />}
        facts={contactName(contact) !== undefined && contact.email !== null && <bdi>{contact.email}</bdi>}
      />
      <div className="mb-4 empty:hidden">
        <PendingBanner approval={contact.approval_uuid} refreshes={[readContact]} />
      </div>
      <CorrectContact contact={contact} />
      <WithAside
        lead={<DetailsPanel contact={contact} />}
        aside={
          <>
            <ConsentPanel contactUuid={contact.uuid} isPending={contact.approval_uuid !== undefined} />
            <MergeFieldsPanel contact={contact} />
            <DevicesPanel uuid={contact.uuid} />
            <SegmentsPanel contact={contact} />
          </>
        }
        tail={<ContactEvents uuid={contact.uuid} />}
      >
        <ContactTimeline uuid={contact.uuid} />
      </WithAside>
    </>
  )
}

function LoadingSkeleton() {
  const { t } = useTranslation('audience')
  return (
    <>
      <LoadingHeader crumbs={useCrumbs()} title={t('contact.one')} />
      <WithAside lead={<LoadingPanel lines={10} />} aside={<LoadingPanel lines={6} />}>
        <LoadingPanel lines={10} />
      </WithAside>
    </>
  )
}

/** The browsers and phones that push messages go to, and those to which none goes any more, with the reason. */
function DevicesPanel({ uuid }: { uuid: string }) {
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
