/** A person chooses the winner of an A/B test before the figures decide. This needs no approval. */
import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as tests from '../../../engine/ab-tests/ab-test.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import { selectStanding } from '../queries.ts'

export interface WinnerChoice {
  channel: Channel
  uuid: string
  run_uuid?: string | undefined
  /** Starts at 1. */
  variant: number
}

/** Throws notFound for a run without a test, and conflict if it has a winner, has ended, or has not begun. */
export function chooseWinner(
  { database, clock }: Deps,
  caller: ApplicationCaller,
  { channel, uuid, run_uuid: run, variant }: WinnerChoice,
): Promise<{ uuid: string; run_uuid: string; winner: number }> {
  const { applicationId, accountId } = caller
  const which = { applicationId, campaignId: uuid.toLowerCase(), runId: run?.toLowerCase() }
  const now = clock.now()
  return database.kysely.transaction().execute(async tx => {
    if ((await selectStanding(tx, { ...which, channel })) === undefined) throw new AppError('notFound')
    const choice = await tests.chooseWinner(tx, which, { winner: variant, by: accountId, now })
    if (choice.result !== 'chosen') throw refusal(choice)
    const { campaignId, runId, name } = choice.test
    const object = { type: 'campaign', id: campaignId, name }
    const after = { run_uuid: runId, winner: variantLetter(variant) }
    await recordAudit(tx, { ...byCaller(caller), action: 'campaign.choose-winner', object, before: null, after }, now)
    return { uuid: campaignId, run_uuid: runId, winner: variant }
  })
}

function refusal(choice: Exclude<tests.Choice, { result: 'chosen' }>): AppError {
  switch (choice.result) {
    case 'no_test':
      return new AppError('notFound', sentence('abTests.noTest'))
    case 'not_open':
      return new AppError('conflict', sentence('abTests.notOpen'))
    case 'over':
      return new AppError('conflict', sentence('campaigns.runOver'))
    case 'unknown_variant':
      return invalidField('variant', sentence('abTests.unknown'))
    case 'decided': {
      const words = sentence('abTests.decided', { letter: variantLetter(choice.winner) })
      return new AppError('conflict', { ...words, data: { winner: choice.winner } })
    }
  }
}
