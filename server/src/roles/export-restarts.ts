/** Restarts of processes in `/metrics`. */
import { Counter, type Registry } from 'prom-client'
import type { RestartCount } from './restarts.ts'

const PROCESSES = ['main', 'api', 'scheduler', 'sandbox', 'together', 'worker', 'postgresql']
const REASONS = ['died', 'hung']

/**
 * Adds `notifly_process_restarts_total` to the registry. Returns the function that sets it to the main process's counts. What has not
 * happened is 0 and not absent: Prometheus sees no increase in a counter that begins with 5, as after restarts of this process.
 */
export function exportRestarts(registry: Registry): (counts: readonly RestartCount[]) => void {
  const total = new Counter({
    name: 'notifly_process_restarts_total',
    help: 'Processes of this machine that were started again, by why',
    labelNames: ['process', 'reason'],
    registers: [registry],
  })
  return counts => {
    total.reset()
    for (const process of PROCESSES) for (const reason of REASONS) total.inc({ process, reason }, 0)
    for (const { process, reason, count } of counts) total.inc({ process, reason }, count)
  }
}
