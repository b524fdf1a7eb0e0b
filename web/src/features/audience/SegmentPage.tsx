import { ACTIVITY } from '@notifly/contracts/activities'
import { readSegment, type Segment } from '@notifly/contracts/audience'
import { useParams } from '@tanstack/react-router'
import { Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { LoadingNote, Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { ContactsTable } from './ContactsTable.tsx'
import { DeleteSegmentDialog } from './segments/DeleteSegmentDialog.tsx'
import { RenameSegmentDialog } from './segments/RenameSegmentDialog.tsx'

/** One segment with its contacts. */
export function SegmentPage() {
  const { t } = useTranslation('audience')
  const { slug, id } = useParams({ strict: false }) as { slug: string; id: string }
  const { data: segment, error, refetch } = useRead(readSegment, { query: { segment_uuid: id } })
  return (
    <Page>
      <PageTitle>{segment?.name ?? t('tabs.segments')}</PageTitle>
      {error && !segment && <ReadFailure error={error} title={t('segment.failed')} onRetry={() => void refetch()} />}
      {!error && !segment && <Ghost />}
      {segment && (
        <>
          <SegmentHeader slug={slug} segment={segment} />
          <div className="mb-4 empty:hidden">
            <PendingBanner slug={slug} approval={segment.approval_uuid} refreshes={[readSegment]} />
          </div>
          <ContactsTable
            slug={slug}
            segmentUuid={segment.uuid}
            empty={
              <StateCard kind="empty" icon={Users} title={t('segment.empty')}>
                {t('segment.emptyText')}
              </StateCard>
            }
          />
        </>
      )}
    </Page>
  )
}

function SegmentHeader({ slug, segment }: { slug: string; segment: Segment }) {
  const { t } = useTranslation('audience')
  const { number, shortDate } = useDisplay(useZone())
  const goTo = useGoTo()
  const mayRename = useCan(ACTIVITY.segmentation, 'update')
  const mayDelete = useCan(ACTIVITY.segmentation, 'delete')
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title'), href: paths.audience(slug) }]}
        title={<bdi>{segment.name}</bdi>}
        stacked
        facts={`${t('count.contacts', { count: segment.count, shown: number(segment.count) })} · ${t('segment.updated', { when: shortDate(segment.updated_on) })}`}
        actions={
          <>
            {mayDelete && (
              <Button variant="ghost" icon={Trash2} onClick={() => setDeleting(true)}>
                {t('segment.delete')}
              </Button>
            )}
            {mayRename && (
              <Button icon={Pencil} onClick={() => setRenaming(true)}>
                {t('segment.rename')}
              </Button>
            )}
          </>
        }
      />
      <RenameSegmentDialog segment={segment} open={isRenaming} onOpenChange={setRenaming} />
      <DeleteSegmentDialog
        slug={slug}
        segment={segment}
        open={isDeleting}
        onOpenChange={setDeleting}
        onDeleted={() => void goTo(paths.audience(slug), { replace: true })}
      />
    </>
  )
}

function Ghost() {
  return (
    <div className="flex flex-col gap-4">
      <LoadingNote />
      <Skeleton width="16rem" height="1.75rem" />
      <Skeleton height="28rem" />
    </div>
  )
}
