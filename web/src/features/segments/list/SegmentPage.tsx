import { readSegment, type SegmentDetails } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { useParams } from '@tanstack/react-router'
import { Copy, ListFilter, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { PendingBanner } from '../../../components/approvals/PendingBanner.tsx'
import { NewCampaign } from '../../../components/campaigns/NewCampaign.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { UsePanel } from '../../../components/segments/UsePanel.tsx'
import { useRuleNames } from '../../../components/segments/use-rule-names.ts'
import { type RuleWords, useRuleWords } from '../../../components/segments/use-rule-words.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { TagsButton } from '../../../components/tags/TagsButton.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { LoadingHeader, LoadingPanel } from '../../../ui/layout/LoadingPage.tsx'
import { Page, Stack } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'
import { RowMenu } from '../../../ui/overlays/RowMenu.tsx'
import { Contacts } from '../../contacts/Contacts.tsx'
import { DeleteSegmentDialog, DuplicateSegmentDialog, RenameSegmentDialog } from './SegmentDialogs.tsx'
import { KindBadge } from './SegmentsTable.tsx'

/** One segment with its contacts. */
export function SegmentPage() {
  const slug = useSlug()
  const { id } = useParams({ strict: false }) as { id: string }
  const { t } = useTranslation(['audience', 'common'])
  const mayContacts = useCan(ACTIVITY.audience, 'read')
  const { data: segment, error, refetch } = useRead(readSegment, { query: { segment_uuid: id } })
  return (
    <Page>
      <PageTitle>{segment?.name ?? t('tabs.segments')}</PageTitle>
      {error && !segment && (
        <>
          <PageHeader crumbs={[{ label: t('title'), href: paths.audience(slug) }]} title={t('segment.one')} />
          <ReadFailure error={error} title={t('segment.failed')} onRetry={() => void refetch()} />
        </>
      )}
      {!error && !segment && <LoadingSkeleton />}
      {segment && (
        <>
          <SegmentHeader segment={segment} />
          <div className="mb-4 empty:hidden">
            <PendingBanner approval={segment.approval_uuid} refreshes={[readSegment]} />
          </div>
          <Stack>
            {segment.rules && (
              <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_var(--w-aside)]">
                <Panel title={t('segment.rules')} meta={t('segment.rulesHelp')}>
                  <RuleList rules={segment.rules} />
                </Panel>
                <UsePanel segmentUuid={segment.uuid} />
              </div>
            )}
            <div>
              {mayContacts ? (
                <Contacts segment={segment} empty={<Nobody segment={segment} />} />
              ) : (
                <ForbiddenCard activity={ACTIVITY.audience} title={t('common:forbidden.part')} />
              )}
            </div>
            {!segment.rules && <UsePanel segmentUuid={segment.uuid} />}
          </Stack>
        </>
      )}
    </Page>
  )
}

function Nobody({ segment }: { segment: SegmentDetails }) {
  const { t } = useTranslation('audience')
  const isDynamic = segment.kind === 'dynamic'
  return (
    <StateCard kind="empty" icon={Users} title={t('segment.empty')}>
      {t(isDynamic ? 'segment.emptyRules' : 'segment.emptyText')}
    </StateCard>
  )
}

type Opened = 'rename' | 'duplicate' | 'delete'

function SegmentHeader({ segment }: { segment: SegmentDetails }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const { shortDate } = useDisplay(useZone())
  const goTo = useGoTo()
  const mayTag = useCan(ACTIVITY.segmentation, 'update')
  const [dialog, setDialog] = useState<Opened>()
  const openState = (kind: Opened) => ({
    open: dialog === kind,
    onOpenChange: (open: boolean) => setDialog(open ? kind : undefined),
  })
  const contacts = t('count.contacts', { count: segment.count })
  const count = segment.estimated ? t('segment.about', { shown: contacts }) : contacts
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title'), href: paths.audience(slug) }]}
        title={<bdi>{segment.name}</bdi>}
        badge={
          <>
            <KindBadge kind={segment.kind} />
            <TagsButton kind="segment" thing={segment} mayTag={mayTag} chips />
          </>
        }
        stacked
        facts={`${count} · ${t('segment.updated', { when: shortDate(segment.updated_on) })}`}
        actions={<Actions segment={segment} onOpen={setDialog} />}
      />
      <RenameSegmentDialog segment={segment} {...openState('rename')} />
      <DuplicateSegmentDialog
        segment={segment}
        {...openState('duplicate')}
        onCopied={uuid => void goTo(paths.segment(slug, uuid))}
      />
      <DeleteSegmentDialog
        segment={segment}
        {...openState('delete')}
        onDeleted={() => void goTo(paths.audience(slug), { replace: true })}
      />
    </>
  )
}

/** While a request is open, the segment can't be changed otherwise. */
function Actions({ segment, onOpen }: { segment: SegmentDetails; onOpen: (dialog: Opened) => void }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const isFree = segment.approval_uuid === undefined
  const mayCreate = useCan(ACTIVITY.segmentation, 'create')
  const mayChange = useCan(ACTIVITY.segmentation, 'update') && isFree
  const mayDelete = useCan(ACTIVITY.segmentation, 'delete') && isFree
  const rare: MenuItem[] = [
    ...(mayChange ? [{ label: t('segment.rename'), icon: Pencil, onSelect: () => onOpen('rename') }] : []),
    ...(mayCreate ? [{ label: t('segment.duplicate'), icon: Copy, onSelect: () => onOpen('duplicate') }] : []),
    ...(mayDelete
      ? [{ label: t('segment.delete'), icon: Trash2, danger: true, onSelect: () => onOpen('delete') }]
      : []),
  ]
  return (
    <>
      {mayChange && segment.kind === 'dynamic' && (
        <ButtonLink icon={ListFilter} href={paths.segmentEdit(slug, segment.uuid)}>
          {t('segment.edit')}
        </ButtonLink>
      )}
      <NewCampaign label={t('segment.send')} segment={segment.uuid} />
      {rare.length > 0 && <RowMenu items={rare} name={segment.name} />}
    </>
  )
}

function LoadingSkeleton() {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  return (
    <>
      <LoadingHeader crumbs={[{ label: t('title'), href: paths.audience(slug) }]} title={t('segment.one')} />
      <LoadingPanel lines={12} />
    </>
  )
}

/** The rules of a dynamic segment as text: one line per condition, groups indented. */
function RuleList({ rules }: { rules: RuleGroup }) {
  const words = useRuleWords(useRuleNames([rules]))
  return <GroupList group={rules} words={words} />
}

function GroupList({ group, words }: { group: RuleGroup; words: RuleWords }) {
  const { t } = useTranslation('rules')
  return (
    <div className="min-w-0">
      {(group.rules.length > 1 || group.match === 'none') && (
        <p className="text-12 text-muted">{t(`match.${group.match}`)}</p>
      )}
      <ul className="flex flex-col gap-1.5 pt-1">
        {group.rules.map((rule, at) => (
          // Keyed by index: rules have no ids, and this list never changes order.
          <li key={at} className={rule.kind === 'group' ? 'border-s-2 border-line-strong ps-3' : 'wrap-anywhere'}>
            {rule.kind === 'group' ? <GroupList group={rule} words={words} /> : <bdi>{words.condition(rule)}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  )
}
