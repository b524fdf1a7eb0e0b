/** Drafts that start as a copy: of a campaign, or of a sent one for the recipients who did not open it. */
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { CAMPAIGN_NAME_MAX } from '@notifly/contracts/campaigns/campaigns'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import { selectTimezone } from '../../../db/application-timezone.ts'
import { limitedWrite } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { bestOf, selectFigures, selectLatestTest } from '../../../engine/ab-tests/ab-test.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import { checkSchedule } from '../../schedules/schedules.ts'
import { countRules, createDynamicSegment, nameOfCopy } from '../../segments/segments.ts'
import { withoutTest } from './ab-test.ts'
import { reportsOpens } from '../channel-words.ts'
import type { StoredContent } from './content.ts'
import { EMPTY, storeCampaign } from '../campaigns.ts'
import { scheduleOf } from '../launch/launch-check.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  copyTags,
  hasRunIn,
  hasSegmentNamed,
  replaceAttachments,
  selectAttachments,
  selectRecord,
} from '../queries.ts'

export interface Copy {
  uuid: string
  campaignName: string
}

/** A draft with the same name, content, audience and schedule; a schedule that has passed is left empty. Throws notFound. */
export function duplicateCampaign(deps: Deps, caller: ApplicationCaller, key: CampaignKey): Promise<Copy> {
  return copying(deps, caller, key, async (tx, original, now) => {
    const schedule = scheduleOf(original.schedule)
    const view = { timezone: await selectTimezone(tx, caller.applicationId), from: epochSeconds(now) }
    const isOver = schedule !== null && checkSchedule(schedule, view)?.reason === 'passed'
    const { recipients: _, ...audience } = original.audience
    return { content: original.content, audience, schedule: isOver ? {} : original.schedule }
  })
}

const SENT_STATES = ['executing', 'paused', 'cancelling', 'done', 'cancelled']

/**
 * A draft for the recipients who have not opened the campaign when the draft is sent: its audience is a new segment, and its content is
 * the winner if there was an A/B test. Throws notFound, and conflict for a campaign without a run.
 */
export function resendCampaign(deps: Deps, caller: ApplicationCaller, key: CampaignKey): Promise<Copy> {
  demandOpens(key)
  return copying(deps, caller, key, async (tx, original, now) => {
    const { applicationId, accountId } = caller
    if (!(await hasRunIn(tx, key, SENT_STATES))) {
      throw new AppError('conflict', sentence('campaigns.notSentYet'))
    }
    const name = await segmentName(tx, applicationId, original.name)
    const id = await createDynamicSegment(tx, { applicationId, accountId, name, now }, rulesFor(key.campaignId))
    const object = { type: 'segment', id, name }
    const entry = { ...byCaller(caller), action: 'segment.create', object, before: null, after: { name } } as const
    await recordAudit(tx, entry, now)
    const content = await wonContent(tx, key, original.content)
    return { content, audience: { segment_uuids: [id], exclude_segment_uuids: [] }, schedule: {} }
  })
}

/** A test is not repeated: all recipients get the winner of the latest run, or the best variant so far. */
async function wonContent(tx: Db, key: CampaignKey, content: StoredContent): Promise<StoredContent> {
  if (content.ab_test == null) return content
  const test = await selectLatestTest(tx, key)
  if (test === undefined) return content
  const winner = test.winner ?? bestOf(await selectFigures(tx, test), test.metric)
  return withoutTest(key.channel, content, winner ?? 1)
}

/** How many people the segment of a resend would hold now. Throws notFound. */
export async function countNotOpened(deps: Deps, key: CampaignKey): Promise<{ count: number; estimated: boolean }> {
  demandOpens(key)
  if ((await selectRecord(deps.database.kysely, key)) === undefined) {
    throw new AppError('notFound')
  }
  const { count, estimated } = await countRules(deps, key.applicationId, rulesFor(key.campaignId))
  return { count, estimated }
}

/** The other channels do not report who opened a message. */
function demandOpens({ channel }: CampaignKey): void {
  if (reportsOpens(channel)) return
  throw new AppError('conflict', sentence('campaigns.noOpens'))
}

function rulesFor(campaignId: string): RuleGroup {
  const behaviour = { kind: 'behaviour', campaign_uuid: campaignId, when: { op: 'ever' } } as const
  return {
    kind: 'group',
    match: 'all',
    rules: [
      { ...behaviour, event: 'sent', times: { op: 'at_least', n: 1 } },
      { ...behaviour, event: 'opened', times: { op: 'never' } },
      { ...behaviour, event: 'bounced', times: { op: 'never' } },
    ],
  }
}

const NOT_OPENED = ' not opened'

/** "X not opened", or a copy's name if that is taken. */
async function segmentName(tx: Db, applicationId: string, name: string): Promise<string> {
  const wanted = `${cut(name, SEGMENT_NAME_MAX - NOT_OPENED.length)}${NOT_OPENED}`
  const isTaken = await hasSegmentNamed(tx, applicationId, wanted)
  return isTaken ? nameOfCopy(tx, applicationId, wanted) : wanted
}

const COPY = ' copy'

/** Names of campaigns hold only letters, digits and spaces, and need not be unique. */
function copyName(name: string): string {
  return name.trim() === '' ? '' : `${cut(name, CAMPAIGN_NAME_MAX - COPY.length)}${COPY}`
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').trimEnd()
}

type Own = Pick<CampaignRecord, 'content' | 'audience' | 'schedule'>

function copying(
  deps: Deps,
  caller: ApplicationCaller,
  from: CampaignKey,
  own: (tx: Db, original: CampaignRecord, now: Date) => Promise<Own>,
): Promise<Copy> {
  const { accountId } = caller
  const now = deps.clock.now()
  const to: CampaignKey = { ...from, campaignId: uuidv7() }
  return limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    const original = orNotFound(await selectRecord(tx, from))
    const copy = { ...EMPTY, name: copyName(original.name), ...(await own(tx, original, now)) }
    await storeCampaign({ deps, db: tx, now }, to, copy, { before: null, by: accountId })
    await copyTags(tx, from, to)
    await replaceAttachments(tx, to, await selectAttachments(tx, from))
    return { uuid: to.campaignId, campaignName: copy.name }
  })
}
