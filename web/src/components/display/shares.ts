/** Rates of a run by its counts. A rate of nothing is null and shown as a dash. */

export interface Shares {
  delivered: number | null
  opened: number | null
  clicked: number | null
  /** Of all recipients, those whose message is through, however it ended. */
  done: number | null
}

const ended = ['failed', 'expired', 'cancelled'] as const

export function sharesOf({
  counts,
  recipients,
  run_uuid,
}: {
  counts: Record<string, number>
  /** Null where it is not known yet. */
  recipients: number | null
  /** Null as long as there is no run. */
  run_uuid: string | null
}): Shares {
  const n = (name: string) => counts[name] ?? 0
  const arrived = n('sent') + n('delivered') + n('complained')
  const sent = arrived + n('bounced')
  const through = sent + ended.reduce((sum, name) => sum + n(name), 0)
  const hasRun = run_uuid !== null
  return {
    // Plain SMTP reports no delivery: what did not come back counts as delivered.
    delivered: share(arrived, through, hasRun),
    opened: n('opened') === 0 ? null : share(n('opened'), arrived, hasRun),
    clicked: n('clicked') === 0 ? null : share(n('clicked'), arrived, hasRun),
    done: share(through, recipients ?? 0, hasRun),
  }
}

function share(part: number, whole: number, hasRun: boolean): number | null {
  return !hasRun || whole <= 0 ? null : Math.min(1, part / whole)
}
