/** How often processes of this machine were restarted, and why. */

/** `hung`: it was killed because its heartbeat stopped. */
export type RestartReason = 'died' | 'hung'

export interface RestartCount {
  /** `main`, `api`, `scheduler`, `sandbox`, `worker` or `postgresql`. */
  process: string
  reason: RestartReason
  count: number
}

export interface RestartCounts {
  all(): RestartCount[]
  add(process: string, reason: RestartReason, times?: number): void
  /** Called with all counts after each change. */
  onChange(listener: (counts: RestartCount[]) => void): void
}

export function createRestartCounts(): RestartCounts {
  const counts: RestartCount[] = []
  const listeners: ((counts: RestartCount[]) => void)[] = []
  return {
    all: () => counts,
    add: (process, reason, times = 1) => {
      if (times === 0) return
      const known = counts.find(each => each.process === process && each.reason === reason)
      if (known === undefined) counts.push({ process, reason, count: times })
      else known.count += times
      for (const listener of listeners) listener(counts)
    },
    onChange: listener => void listeners.push(listener),
  }
}
