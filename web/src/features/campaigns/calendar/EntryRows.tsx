import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import { useTranslation } from 'react-i18next'
import { PendingBadge } from '../../../components/approvals/PendingBadge.tsx'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { CHANNEL_LOOKS } from '../../../components/channels/channels.ts'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { entryPath } from './entry-look.ts'
import { useEntryWords } from './use-entry-words.ts'

export interface EntryRowsProps {
  zone: string
  /** The entries of one day. */
  entries: readonly CalendarEntry[]
}

/** The runs of a day, each with its time, its status and the reason for that status. */
export function EntryRows({ zone, entries }: EntryRowsProps) {
  const slug = useSlug()
  const { t } = useTranslation(['calendar', 'common'])
  const { time, runs, passed } = useEntryWords(zone)
  return (
    <ul>
      {entries.map(entry => {
        const { icon, ink } = CHANNEL_LOOKS[entry.platform]
        const details = [
          time(entry),
          entry.runs > 1 && runs(entry.runs),
          passed(entry) ?? false,
          entry.status_reason !== null && reasonOfState(entry),
        ]
        return (
          <li
            key={`${entry.uuid} ${entry.status} ${entry.at}`}
            className="flex gap-2.5 border-line py-2 not-last:border-b"
          >
            <span className={ink} title={t(`common:channel.${entry.platform}`)}>
              <Icon of={icon} className="mt-0.5" />
            </span>
            <span className="min-w-0 flex-1">
              <PageLink to={entryPath(slug, entry)} className="font-medium wrap-anywhere text-ink">
                <bdi>{entry.name}</bdi>
              </PageLink>
              <span className="tnum block text-12 text-muted">
                {details.filter(part => part !== false).join(' · ')}
              </span>
            </span>
            <span className="flex flex-col items-end gap-1">
              <CampaignBadge status={entry.status} />
              <PendingBadge approval={entry.approval_uuid} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
