import type { TrailEvent } from '@notifly/contracts/runs/deliveries'
import {
  Ban,
  BellOff,
  CircleSlash,
  Clock,
  FilePenLine,
  Globe,
  Hourglass,
  ListFilter,
  type LucideIcon,
  MailCheck,
  MailOpen,
  MailX,
  MousePointerClick,
  RotateCw,
  Send,
  ThumbsDown,
  UserCheck,
  UserX,
} from 'lucide-react'
import type { TimelineTone } from '../../ui/layout/Timeline.tsx'

type Look = { icon: LucideIcon; tone: TimelineTone }

const LOOKS: Record<TrailEvent['kind'], Look> = {
  picked: { icon: ListFilter, tone: 'neutral' },
  waiting: { icon: Hourglass, tone: 'neutral' },
  sent: { icon: Send, tone: 'accent' },
  deferred: { icon: Clock, tone: 'warning' },
  rejected: { icon: Clock, tone: 'warning' },
  refused: { icon: MailX, tone: 'danger' },
  in_doubt: { icon: RotateCw, tone: 'warning' },
  render_error: { icon: FilePenLine, tone: 'danger' },
  skipped: { icon: CircleSlash, tone: 'neutral' },
  expired: { icon: Ban, tone: 'danger' },
  cancelled: { icon: Ban, tone: 'danger' },
  failed: { icon: MailX, tone: 'danger' },
  passed_on: { icon: Send, tone: 'accent' },
  delivered: { icon: MailCheck, tone: 'success' },
  bounced: { icon: MailX, tone: 'danger' },
  complained: { icon: ThumbsDown, tone: 'danger' },
  opened: { icon: MailOpen, tone: 'success' },
  clicked: { icon: MousePointerClick, tone: 'success' },
  dismissed: { icon: BellOff, tone: 'neutral' },
  visited: { icon: Globe, tone: 'neutral' },
  unsubscribed: { icon: UserX, tone: 'warning' },
  resubscribed: { icon: UserCheck, tone: 'success' },
}

/** Icon and colour of an event; events caused by bots are grey. */
export function trailLook({ kind, bot }: Pick<TrailEvent, 'kind' | 'bot'>): Look {
  const look = LOOKS[kind]
  return bot ? { ...look, tone: 'neutral' } : look
}
