import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { CHANNEL_LOOKS, hasFigure } from '../../../components/channels/channels.ts'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { CutText } from '../../../components/display/CutText.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ListTable, type ListTableProps } from '../../../components/lists/ListTable.tsx'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { callWithMeta } from '../../../api/client.ts'
import { useTagColumn } from '../../../components/tags/TagChips.tsx'
import { TagsDialog } from '../../../components/tags/TagsDialog.tsx'
import { useListSelection } from '../../../components/tags/use-list-selection.tsx'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/layout/Avatar.tsx'
import { NameCell, ValueOrDash, TwoLines } from '../../../ui/table/NameCell.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { filterOf, sharesOf } from '../../../components/display/shares.ts'
import { isLaunchAsked, useAudienceWords, useNoteWords, useScheduleWords } from './row-words.ts'
import { useRowMenu } from './use-row-menu.ts'
import type { SORTS } from './list-state.ts'
import { openPath } from './open-path.ts'

type Sort = (typeof SORTS)[number]

type ListProps = Pick<ListTableProps<CampaignRow, Sort>, 'list' | 'page' | 'sort' | 'change' | 'toolbar' | 'empty'>

export interface CampaignsTableProps extends ListProps {
  zone: string
  acts: CampaignActs
}

export function CampaignsTable(props: CampaignsTableProps) {
  const { zone, acts, ...list } = props
  const { t } = useTranslation('campaigns')
  const isPhone = useIsPhone()
  const columns = useColumns(zone)
  const cardColumns = useCardColumns(zone)
  const [tagging, setTagging] = useState<CampaignRow>()
  const rowMenu = useRowMenu(acts, setTagging)
  const rows = list.list.data?.rows
  const tags = useTagColumn(rows)
  const rightsOn = useCampaignRights()
  const mayRemove = rows?.some(row => row.status === 'draft' && rightsOn(row.platform).mayDelete) ?? false
  const selection = useListSelection({
    kind: 'campaign',
    rows,
    mayTag: rows?.some(row => rightsOn(row.platform).mayUpdate) ?? false,
    remove: mayRemove
      ? row => callWithMeta(CAMPAIGN_CALLS[row.platform].cancelCampaign, { query: { uuid: row.uuid } })
      : undefined,
    isRemovable: row => row.status === 'draft' && row.approval_uuid === undefined && rightsOn(row.platform).mayDelete,
  })
  return (
    <>
      <ListTable
        {...list}
        failed={t('list.failed')}
        label={t('list.title')}
        columns={isPhone ? [...cardColumns, ...tags] : columns.toSpliced(2, 0, ...tags)}
        {...(selection && { selection })}
        rowId={row => row.uuid}
        rowName={row => row.campaignName || t('list.unnamed')}
        rowMenu={rowMenu}
      />
      {tagging && <TagsDialog kind="campaign" things={[tagging]} onClose={() => setTagging(undefined)} />}
    </>
  )
}

function useColumns(zone: string): TableColumn<CampaignRow>[] {
  const slug = useSlug()
  const { t } = useTranslation(['campaigns', 'common'])
  const { percent } = useDisplay(zone)
  const audienceWords = useAudienceWords()
  const schedule = useScheduleWords(zone)
  const noteWords = useNoteWords()
  return useMemo(() => {
    const rate = (id: 'delivered' | 'opened' | 'clicked'): TableColumn<CampaignRow> => ({
      id,
      header: t(`list.columns.${id}`),
      definition: t(`common:define.${id === 'delivered' ? 'deliveredRate' : id}`),
      align: 'end',
      skeleton: 'number',
      cell: row => {
        const share = sharesOf(row)[id]
        if (share === null || !hasFigure(row.platform, id)) return <ValueOrDash>{null}</ValueOrDash>
        const to = paths.run(slug, row.platform, row.run_uuid ?? row.uuid, {
          status: filterOf(id, row.counts),
        })
        return <PageLink to={to}>{percent(share)}</PageLink>
      },
    })
    return [
      {
        id: 'name',
        header: t('list.columns.name'),
        sortable: true,
        skeleton: 'name',
        cell: row => <CampaignName row={row} sub={audienceWords(row)} />,
      },
      {
        id: 'status',
        header: t('list.columns.status'),
        skeleton: 'badge',
        card: 'badge',
        cell: row => <CampaignBadge status={row.approval_uuid === undefined ? row.status : 'pending_approval'} />,
      },
      {
        id: 'schedule',
        header: t('list.columns.schedule'),
        sortable: true,
        skeleton: 'two-lines',
        cell: row => {
          const note = noteWords(row)
          return (
            <TwoLines sub={note && <ScheduleNote row={row} note={note} />}>
              <span className="tnum">{schedule(row)}</span>
            </TwoLines>
          )
        },
      },
      {
        id: 'recipients',
        header: t('list.columns.recipients'),
        definition: t('common:define.recipients'),
        align: 'end',
        skeleton: 'number',
        cell: row => <Recipients row={row} />,
      },
      rate('delivered'),
      rate('opened'),
      rate('clicked'),
      {
        id: 'updated_by',
        header: t('list.columns.updatedBy'),
        cell: row => <Person row={row} />,
      },
    ]
  }, [slug, t, percent, audienceWords, schedule, noteWords])
}

/** On a phone: name and status, then schedule and audience, then the available figures. */
function useCardColumns(zone: string): TableColumn<CampaignRow>[] {
  const { t } = useTranslation('campaigns')
  const audienceWords = useAudienceWords()
  const schedule = useScheduleWords(zone)
  const noteWords = useNoteWords()
  return useMemo(
    () => [
      { id: 'name', header: t('list.columns.name'), cell: row => <CampaignName row={row} /> },
      {
        id: 'status',
        header: t('list.columns.status'),
        card: 'badge',
        cell: row => <CampaignBadge status={row.approval_uuid === undefined ? row.status : 'pending_approval'} />,
      },
      {
        id: 'facts',
        header: t('list.columns.schedule'),
        card: 'line',
        cell: row => (
          <>
            <span className="tnum block truncate">
              {schedule(row)} · <bdi>{audienceWords(row)}</bdi>
            </span>
            {(row.status_reason !== null || isLaunchAsked(row)) && (
              <ScheduleNote row={row} note={noteWords(row) ?? ''} />
            )}
            <CardFigures row={row} />
          </>
        ),
      },
    ],
    [t, audienceWords, schedule, noteWords],
  )
}

function CampaignName({ row, sub }: { row: CampaignRow; sub?: string }) {
  const slug = useSlug()
  const { t } = useTranslation(['campaigns', 'common'])
  const rightsOn = useCampaignRights()
  const exists = usePageExists()
  const path = openPath(slug, row, rightsOn(row.platform))
  return (
    <NameCell
      name={row.campaignName ? <CutText>{row.campaignName}</CutText> : t('list.unnamed')}
      href={path !== undefined && exists(path) ? path : undefined}
      sub={sub}
      icon={CHANNEL_LOOKS[row.platform].icon}
      iconClass={CHANNEL_LOOKS[row.platform].ink}
      iconLabel={t(`common:channel.${row.platform}`)}
    />
  )
}

/** The reason for the status; otherwise the kind of schedule. */
function ScheduleNote({ row, note }: { row: CampaignRow; note: string }) {
  return (
    <span className={row.status === 'failed' ? 'text-danger-ink' : undefined}>
      <CutText>{note}</CutText>
    </span>
  )
}

/** The available figures, on a phone. */
function CardFigures({ row }: { row: CampaignRow }) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { number, percent } = useDisplay()
  const shares = sharesOf(row)
  const rates = (['delivered', 'opened'] as const).flatMap(id => {
    const share = shares[id]
    return share === null || !hasFigure(row.platform, id) ? [] : [{ id, text: percent(share) }]
  })
  if (row.recipients === null) return null
  return (
    <span className="tnum flex flex-wrap gap-x-3">
      <span>
        {t('list.cards.to')}{' '}
        <PageLink to={paths.run(slug, row.platform, row.run_uuid ?? row.uuid)} className="text-ink">
          {number(row.recipients)}
        </PageLink>
      </span>
      {rates.map(({ id, text }) => (
        <span key={id}>
          <span className="text-ink">{text}</span>{' '}
          {t(id === 'opened' && row.platform === 'whatsapp' ? 'list.cards.read' : `list.cards.${id}`)}
        </span>
      ))}
    </span>
  )
}

function Recipients({ row }: { row: CampaignRow }) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay()
  if (row.recipients === null) return <ValueOrDash>{null}</ValueOrDash>
  const shown = number(row.recipients)
  if (row.run_uuid === null) return shown
  const link = <PageLink to={paths.run(slug, row.platform, row.run_uuid)}>{shown}</PageLink>
  if (row.status !== 'executing' && row.status !== 'pending') return link
  const { done } = sharesOf(row)
  return (
    <span className="inline-flex w-22 flex-col items-end gap-1 max-sm:w-auto max-sm:flex-row">
      {link}
      <ProgressBar
        size="thin"
        className="max-sm:hidden"
        label={t('live.progress', { name: row.campaignName })}
        segments={[{ share: done ?? 0 }]}
      />
    </span>
  )
}

function Person({ row: { updated_by: name, updated_by_uuid: uuid } }: { row: CampaignRow }) {
  if (name === null) return <ValueOrDash>{null}</ValueOrDash>
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <Avatar id={uuid ?? name} name={name} />
      <CutText>{name}</CutText>
    </span>
  )
}
