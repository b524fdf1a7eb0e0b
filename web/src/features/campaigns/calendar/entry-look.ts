/** How the calendar shows a run's status: an icon, a colour, and a word where there is room. */
import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  Loader,
  type LucideIcon,
  Pause,
  TriangleAlert,
} from 'lucide-react'
import { campaignLook, type Tone } from '../../../components/display/status-tones.ts'
import { paths } from '../../../paths.ts'

/** In the order of the legend. */
const ICONS: Record<string, LucideIcon> = {
  scheduled: Clock,
  pending: Hourglass,
  executing: Loader,
  paused: Pause,
  sent: CircleCheck,
  missed: TriangleAlert,
  failed: CircleX,
  cancelled: Ban,
}

export const STATUSES = Object.keys(ICONS)

const TONES: Record<Tone, string> = {
  secondary: 'bg-neutral-soft text-ink-2',
  'light-green': 'bg-success-soft text-success-ink',
  danger: 'bg-danger-soft text-danger-ink',
  mellow: 'bg-warning-soft text-warning-ink',
  'light-blue': 'bg-info-soft text-info-ink',
  'transparent-full': 'text-ink-2',
}
/** Runs that have not started yet are outlined. */
const TO_COME = 'bg-surface text-ink shadow-[inset_0_0_0_1px_var(--c-border-strong)]'

export interface EntryLook {
  icon: LucideIcon
  className: string
  /** Translation key in the `common` namespace. */
  word: string
}

export function entryLook(status: string): EntryLook {
  const { tone, word } = campaignLook(status)
  return {
    icon: ICONS[status] ?? Clock,
    className: status === 'scheduled' ? TO_COME : TONES[tone],
    word: `status.${word}`,
  }
}

/** Links to the run if it exists; otherwise to the campaign, filtered to runs of this status. */
export function entryPath(slug: string, { uuid, platform, run_uuid: run, status, runs }: CalendarEntry): string {
  if (run !== null) return paths.run(slug, platform, run)
  return paths.campaign(slug, platform, uuid, runs > 1 && status !== 'scheduled' ? { status } : {})
}
