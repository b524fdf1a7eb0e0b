import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, readContact } from '@notifly/contracts/contacts/audience'
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
import { Page, Stack, WithAside } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DetailsPanel, MergeFieldsPanel, SegmentsPanel } from './ContactPanels.tsx'
import { contactName, contactTitle } from './contact-words.ts'
import { ContactActions } from './ContactActions.tsx'
import { CorrectContact } from './CorrectContact.tsx'
import { DevicesPanel } from './DevicesPanel.tsx'
import { ContactTimeline } from './ContactTimeline.tsx'

/** One contact: who it is, what is known of it, what each channel may do, where it belongs, and what was sent to it. */
export function ContactPage() {
  const { t } = useTranslation('audience')
  const { uuid } = useParams({ strict: false }) as { uuid: string }
  const { data: contact, error, refetch } = useRead(readContact, { params: { uuid } })
  return (
    <Page>
      <PageTitle>{contact ? contactTitle(contact) : t('tabs.contacts')}</PageTitle>
      {error && !contact && <ReadFailure error={error} title={t('contact.failed')} onRetry={() => void refetch()} />}
      {!error && !contact && <Ghost />}
      {contact && <Full contact={contact} />}
    </Page>
  )
}

function Full({ contact }: { contact: Contact }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const maySegments = useCan(ACTIVITY.segmentation, 'read')
  return (
    <>
      <PageHeader
        crumbs={[
          ...(maySegments ? [{ label: t('title'), href: paths.audience(slug) }] : []),
          { label: t('tabs.contacts'), href: paths.contacts(slug) },
        ]}
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
        aside={
          <>
            <ConsentPanel contactUuid={contact.uuid} isPending={contact.approval_uuid !== undefined} />
            <DevicesPanel uuid={contact.uuid} />
            <SegmentsPanel contact={contact} />
          </>
        }
      >
        <DetailsPanel contact={contact} />
        <MergeFieldsPanel contact={contact} />
        <ContactTimeline uuid={contact.uuid} />
      </WithAside>
    </>
  )
}

function Ghost() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton width="16rem" height="1.75rem" />
      <WithAside aside={<Skeleton height="9rem" />}>
        <Skeleton height="18rem" />
        <Skeleton height="9rem" />
      </WithAside>
    </Stack>
  )
}
