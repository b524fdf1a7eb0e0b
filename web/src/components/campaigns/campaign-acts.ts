/** The actions that a campaign's or a run's state allows. Pure: rights and requests are checked elsewhere. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'

export interface CampaignFacts {
  uuid: string
  channel: Channel
  name: string
  status: string
  /** It goes out more than once: then a run and the campaign are two things to a reader. */
  repeats: boolean
  /** Its next moment, epoch seconds. */
  nextRun: number | null
  /** Since when its coming runs are held back. */
  pausedOn: number | null
  /** The run that is looked at, the latest one on a list. */
  run: RunFacts | null
  /** The request that is open on it. */
  approval: string | undefined
}

export interface RunFacts {
  uuid: string
  status: string
  /** Messages that have left and those that have not. */
  sent: number
  waiting: number
}

export type RunAct = 'pause' | 'resume' | 'cancel'

export interface PossibleActs {
  /** On the run alone; none where the campaign is nothing but this run. */
  run: RunAct[]
  /** On the campaign with all its runs and those to come. */
  all: RunAct[]
}

const SENDING = ['pending', 'executing', 'scheduled']

/** What the server would do now. */
export function possibleActs({ status, repeats, nextRun, pausedOn, run }: CampaignFacts): PossibleActs {
  if (status === 'draft') return { run: [], all: [] }
  const isSending = run !== null && SENDING.includes(run.status)
  const isHeld = run?.status === 'paused'
  const ofRun: (RunAct | false)[] = [isSending && 'pause', isHeld && 'resume', (isSending || isHeld) && 'cancel']
  const isAlive = !['sent', 'ended', 'failed', 'cancelled'].includes(status)
  if (!repeats || nextRun === null) {
    const all: (RunAct | false)[] = [
      isAlive && status !== 'paused' && 'pause',
      status === 'paused' && 'resume',
      isAlive && 'cancel',
    ]
    return repeats ? { run: given(ofRun), all: [] } : { run: [], all: given(all) }
  }
  const all: (RunAct | false)[] = [
    isAlive && pausedOn === null && 'pause',
    isAlive && pausedOn !== null && 'resume',
    isAlive && 'cancel',
  ]
  return { run: given(ofRun), all: given(all) }
}

/** There is a moment before it, so its content, audience and schedule can still be changed. */
export function isEditable({ status, nextRun, run }: CampaignFacts): boolean {
  if (nextRun !== null) return ['scheduled', 'paused', 'pending', 'executing'].includes(status)
  return status === 'scheduled' || (status === 'paused' && run === null)
}

/** Channels that report who opened a message. */
const HEARS_OPENS: readonly Channel[] = ['email', 'whatsapp']

/** At least one recipient got it, so that it can go again to those who did not open. */
export function isResendable({ channel, status, run }: CampaignFacts): boolean {
  return HEARS_OPENS.includes(channel) && status !== 'draft' && run !== null && run.sent > 0
}

export function factsOfRow(row: CampaignRow): CampaignFacts {
  const n = (name: string) => row.counts[name] ?? 0
  return {
    uuid: row.uuid,
    channel: row.platform,
    name: row.campaignName,
    status: row.status,
    repeats: row.schedule !== null && row.schedule.message_type.type !== 1,
    nextRun: row.next_run,
    pausedOn: row.paused_on,
    run:
      row.run_uuid === null
        ? null
        : {
            uuid: row.run_uuid,
            status: row.run_status ?? row.status,
            sent: row.sent,
            waiting: n('pending'),
          },
    approval: row.approval_uuid,
  }
}

/** Whose message has not left yet, whether its moment has come or not. */
export function waitingOf({ counts }: Pick<RunProgress, 'counts'>): number {
  return (counts['pending'] ?? 0) + (counts['scheduled'] ?? 0)
}

export function factsOfRun({ campaign, ...run }: RunProgress): CampaignFacts {
  return {
    uuid: run.uuid,
    channel: run.notification_type,
    name: run.name,
    // Without runs to come the campaign is what this run is.
    status: campaign.repeats ? campaign.status : run.status,
    repeats: campaign.repeats,
    nextRun: campaign.next_run,
    pausedOn: campaign.paused_on,
    run: { uuid: run.run_uuid, status: run.status, sent: run.sent, waiting: waitingOf(run) },
    approval: undefined,
  }
}

function given(acts: (RunAct | false)[]): RunAct[] {
  return acts.filter(act => act !== false)
}
