/**
 * Read this first. One batch of recipients on its way through the engine:
 *
 *     claim -> check -> render -> hand over -> record
 *
 * claim: a lease that no other worker has (batches/). check: contacts who left or are suppressed are skipped, those in quiet hours
 * wait; render: one message at a time, when a connection is free; hand over: the channel's sender, which asks before each message
 * whether it may start (all three: sending/). record: into the journal at once, into the database within 100 ms (record/).
 *
 * Before it a run is made (runs/) and its recipients are fixed (snapshot/); after it come opens, clicks and bounces (events/).
 * ab-tests/ chooses winners, upkeep/ ends what will not be sent, compares counters and drops old months.
 */
import { check, doubtAll } from './sending/check.ts'
import type { Engine } from './engine.ts'
import { ConfigurationError, ContentError } from './runs/compiled-runs.ts'
import { blockFor, handOver, pauseFor } from './sending/hand-over.ts'
import type { LeasedBatch } from './batches/leased-batch.ts'
import { render } from './sending/render.ts'

/** Delivers one claimed batch, wholly or as far as it may. Nothing of it is in flight when this resolves. */
export async function deliver(engine: Engine, batch: LeasedBatch): Promise<void> {
  const { recorder, runs, stage } = engine
  let isDone = false
  try {
    stage('claimed')
    recorder.open(batch)
    const run = await runs.get(batch.claim)
    const { recipients: here, skipped } = await check(engine, batch, run)
    recorder.decide(batch, skipped)
    const recipients = batch.claim.isTakenOver ? doubtAll(engine, batch, run, here) : here
    stage('checked')
    isDone = await handOver(engine, batch, {
      messages: render(engine, batch, run, recipients),
      most: recipients.length,
    })
  } catch (error) {
    await giveUp(engine, batch, error)
  } finally {
    // The next batch comes while this one is written down: the connections would have nothing to do for that long.
    batch.isHandedOver = true
    engine.claimSoon()
    const isComplete = await recorder.end(batch, isDone)
    // Whatever keeps it from being complete, the next attempt must not follow at once.
    if (isDone && !isComplete) engine.restLane(batch.claim.laneId)
    engine.leases.forget(batch)
    stage('completed')
  }
}

/** Nothing is lost: the batch goes back. What settings or content are to blame for is told to those who can mend them. */
async function giveUp(engine: Engine, batch: LeasedBatch, error: unknown): Promise<void> {
  engine.restLane(batch.claim.laneId)
  engine.log.error({ err: error, runId: batch.claim.runId }, 'a batch could not be delivered')
  if (error instanceof ConfigurationError) await blockFor(engine, batch, error.words).catch(() => undefined)
  if (error instanceof ContentError) await pauseFor(engine, batch, error.sentence).catch(() => undefined)
}
