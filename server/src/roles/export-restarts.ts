/** Restarts of processes in `/metrics`. */
import { Counter, type Registry } from 'prom-client'
import type { RestartCount } from './restarts.ts'

/** Adds `notifly_process_restarts_total` to the registry. Returns the function that sets it to the main process's counts. */
export function exportRestarts(registry: Registry): (counts: readonly RestartCount[]) => void {
  const total = new Counter({
    name: 'notifly_process_restarts_total',
    help: 'Processes of this machine that were started again, by why',
    labelNames: ['process', 'reason'],
    registers: [registry],
  })
  return counts => {
    total.reset()
    for (const { process, reason, count } of counts) total.inc({ process, reason }, count)
  }
}
