import { readSegment, type SegmentDetails } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { PendingState } from '../../../components/approvals/PendingState.tsx'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import { useReopened } from '../../../components/approvals/use-request.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { TagsButton } from '../../../components/tags/TagsButton.tsx'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { LoadingHeader, LoadingPanel } from '../../../ui/layout/LoadingPage.tsx'
import { Page, WithAside } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { RuleBuilder } from './RuleBuilder.tsx'

/** The page that edits the rules of a new or an existing segment. */
export function SegmentEditPage() {
  const { t } = useTranslation('segments')
  const { id } = useParams({ strict: false }) as { id?: string }
  return (
    <Page>
      <PageTitle>{t(id === undefined ? 'edit.new' : 'edit.title')}</PageTitle>
      {id === undefined ? <NewSegment /> : <SavedSegment key={id} id={id} />}
    </Page>
  )
}

function NewSegment() {
  const { t } = useTranslation('segments')
  const reopened = useReopened()
  if (reopened.isLoading) return <LoadingSkeleton title={t('edit.new')} />
  return (
    <Reopened reopened={reopened}>
      <RuleBuilder name="" rules={null} request={requested(reopened)} reopens={reopened.reopens} />
    </Reopened>
  )
}

function SavedSegment({ id }: { id: string }) {
  const slug = useSlug()
  const { t } = useTranslation(['segments', 'audience'])
  const reopened = useReopened()
  const { data: segment, error, refetch } = useRead(readSegment, { query: { segment_uuid: id } })
  if (error && !segment) {
    return (
      <>
        <PageHeader crumbs={[{ label: t('audience:title'), href: paths.audience(slug) }]} title={t('edit.title')} />
        <ReadFailure error={error} title={t('edit.failed')} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!segment || reopened.isLoading) return <LoadingSkeleton title={t('edit.title')} />
  if (segment.kind !== 'dynamic') return <Navigate to={paths.segment(slug, id)} replace />
  if (segment.approval_uuid !== undefined)
    return <PendingState approval={segment.approval_uuid} refreshes={[readSegment]} />
  return <Editor segment={segment} reopened={reopened} />
}

function Editor({ segment, reopened }: { segment: SegmentDetails; reopened: ReturnType<typeof useReopened> }) {
  const mayTag = useCan(ACTIVITY.segmentation, 'update')
  return (
    <Reopened reopened={reopened}>
      <RuleBuilder
        tags={<TagsButton kind="segment" thing={segment} mayTag={mayTag} chips />}
        uuid={segment.uuid}
        name={segment.name}
        rules={segment.rules}
        request={requested(reopened)}
        reopens={reopened.reopens}
      />
    </Reopened>
  )
}

function Reopened({ reopened, children }: { reopened: ReturnType<typeof useReopened>; children: ReactNode }) {
  return (
    <>
      <div className="mb-4 empty:hidden">
        <ReopenBanner request={reopened.request} />
      </div>
      {children}
    </>
  )
}

/** Name and rules from the rejected request, if there is one. */
function requested({ request }: ReturnType<typeof useReopened>) {
  if (request === undefined) return undefined
  const { segment_name: name, rules } = request.payload
  return {
    name: typeof name === 'string' ? name : undefined,
    rules: typeof rules === 'object' && rules !== null ? (rules as RuleGroup) : undefined,
  }
}

function LoadingSkeleton({ title }: { title: string }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  return (
    <>
      <LoadingHeader crumbs={[{ label: t('title'), href: paths.audience(slug) }]} title={title} />
      <WithAside aside={<LoadingPanel lines={3} />}>
        <LoadingPanel lines={2} />
        <LoadingPanel lines={6} />
      </WithAside>
    </>
  )
}
