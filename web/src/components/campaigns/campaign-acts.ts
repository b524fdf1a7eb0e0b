/** The actions that a campaign's or a run's state allows. Pure: rights and requests are checked elsewhere. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'

export interface CampaignFacts {
  uuid: string
  channel: Channel
  name: string
  status: string
  /** Whether it can have more than one run. If so, actions distinguish between a run and the campaign. */
  repeats: boolean
  /** Its next run, in epoch seconds. */
  nextRun: number | null
  /** When its upcoming runs were paused, in epoch seconds; null if they are not paused. */
  pausedOn: number | null
  /** The run in view; in a list the latest one. */
  run: RunFacts | null
  /** Id of the open request about it. */
  approval: string | undefined
}

export interface RunFacts {
  uuid: string
  status: string
  /** Messages already sent and messages still to be sent. */
  sent: number
  waiting: number
}

export type RunAct = 'pause' | 'resume' | 'cancel'

export interface PossibleActs {
  /** Actions on the run only; empty if the campaign has just this run. */
  run: RunAct[]
  /** Actions on the campaign with all its current and upcoming runs. */
  all: RunAct[]
}

const SENDING = ['pending', 'executing', 'scheduled']

/** The actions that the server would accept now. */
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
    return repeats ? { run: present(ofRun), all: [] } : { run: [], all: present(all) }
  }
  const all: (RunAct | false)[] = [
    isAlive && pausedOn === null && 'pause',
    isAlive && pausedOn !== null && 'resume',
    isAlive && 'cancel',
  ]
  return { run: present(ofRun), all: present(all) }
}

/** Whether content, audience and schedule can still be changed: a run is still ahead. */
export function isEditable({ status, nextRun, run }: CampaignFacts): boolean {
  if (nextRun !== null) return ['scheduled', 'paused', 'pending', 'executing'].includes(status)
  return status === 'scheduled' || (status === 'paused' && run === null)
}

/** Channels that report opens. */
const REPORTS_OPENS: readonly Channel[] = ['email', 'whatsapp']

/** Whether it can be sent again to recipients who did not open it: at least one message was sent. */
export function isResendable({ channel, status, run }: CampaignFacts): boolean {
  return REPORTS_OPENS.includes(channel) && status !== 'draft' && run !== null && run.sent > 0
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

/** Recipients whose message has not been sent yet, due or not. */
export function waitingOf({ counts }: Pick<RunProgress, 'counts'>): number {
  return (counts['pending'] ?? 0) + (counts['scheduled'] ?? 0)
}

export function factsOfRun({ campaign, ...run }: RunProgress): CampaignFacts {
  return {
    uuid: run.uuid,
    channel: run.notification_type,
    name: run.name,
    // A campaign with a single run has that run's status.
    status: campaign.repeats ? campaign.status : run.status,
    repeats: campaign.repeats,
    nextRun: campaign.next_run,
    pausedOn: campaign.paused_on,
    run: { uuid: run.run_uuid, status: run.status, sent: run.sent, waiting: waitingOf(run) },
    approval: undefined,
  }
}

function present(acts: (RunAct | false)[]): RunAct[] {
  return acts.filter(act => act !== false)
}
