import { type Contact, readContact } from '@notifly/contracts/audience'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Page, Stack, WithAside } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { LoadingNote, Skeleton } from '../../ui/Skeleton.tsx'
import { ChannelsPanel, DetailsPanel, MergeFieldsPanel, SegmentsPanel } from './ContactPanels.tsx'
import { contactName, contactTitle } from './contact-words.ts'

/** One contact: who it is, what imports say of it, what each channel may do, where it belongs. */
export function ContactPage() {
  const { t } = useTranslation('audience')
  const { slug, uuid } = useParams({ strict: false }) as { slug: string; uuid: string }
  const { data: contact, error, refetch } = useRead(readContact, { params: { uuid } })
  return (
    <Page>
      <PageTitle>{contact ? contactTitle(contact) : t('tabs.contacts')}</PageTitle>
      {error && !contact && <ReadFailure error={error} title={t('contact.failed')} onRetry={() => void refetch()} />}
      {!error && !contact && <Ghost />}
      {contact && <Full slug={slug} contact={contact} />}
    </Page>
  )
}

function Full({ slug, contact }: { slug: string; contact: Contact }) {
  const { t } = useTranslation('audience')
  return (
    <>
      <PageHeader
        crumbs={[
          { label: t('title'), href: paths.audience(slug) },
          { label: t('tabs.contacts'), href: paths.contacts(slug) },
        ]}
        title={<bdi>{contactTitle(contact)}</bdi>}
        badge={contact.is_test && <Badge type="transparent-full">{t('contact.test')}</Badge>}
        facts={contactName(contact) !== undefined && contact.email !== null && <bdi>{contact.email}</bdi>}
      />
      <WithAside
        aside={
          <>
            <ChannelsPanel contact={contact} />
            <SegmentsPanel slug={slug} contact={contact} />
          </>
        }
      >
        <DetailsPanel contact={contact} />
        <MergeFieldsPanel contact={contact} />
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
