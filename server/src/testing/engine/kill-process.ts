/**
 * A worker that dies by its own hand at a stage of its work. The plan is a file beside the journals' folder; the process that reads it
 * removes it, so that the worker's successor lives.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '../../engine/tuning.ts'
import { PLAN_FILE, type KillPlan } from './kill-plan.ts'
import { startWorker, type WorkerOrder } from '../../engine/worker.ts'

let stop = async (): Promise<void> => process.exit(0)

process.on('message', (message: WorkerOrder | 'stop') => {
  if (message === 'stop') void stop().then(() => process.exit(0))
  else void start(message)
})
process.once('disconnect', () => process.exit(1))

async function start(order: WorkerOrder): Promise<void> {
  const plan = takePlan(join(order.journalsDir, '..', PLAN_FILE))
  let left = plan?.after ?? 0
  const onStage = (stage: Stage): void => {
    if (stage === plan?.stage && left-- === 0) process.kill(process.pid, 'SIGKILL')
  }
  const worker = await startWorker(order, { onStage, onBeat: () => process.send?.('beat') })
  stop = () => worker.stop()
}

function takePlan(path: string): KillPlan | null {
  try {
    const plan = JSON.parse(readFileSync(path, 'utf8')) as KillPlan
    rmSync(path)
    return plan
  } catch {
    return null
  }
}
