// A queue of delayed work, ordered by time, with limited concurrency. It lives in memory only: work that was not done
// when the sandbox stopped is never done.

export interface DueQueue<Item> {
  /** Runs `item` after `delayMs`. */
  add(item: Item, delayMs: number): void
  /** Drops items that are not yet due, and waits for running ones. */
  stop(): Promise<void>
}

/** Items of one receiver that are due, and how many are running. */
interface Turns<Item> {
  ready: Item[]
  running: number
}

/**
 * A queue that passes each item to `work` when it is due, at most `concurrency` at a time per receiver, so that an
 * unresponsive receiver delays only its own items. `work` must not reject. Without `receiverOf` all items share one
 * receiver.
 */
export function createDueQueue<Item>(
  concurrency: number,
  work: (item: Item) => Promise<void>,
  receiverOf: (item: Item) => string = () => '',
): DueQueue<Item> {
  const timers = new Set<NodeJS.Timeout>()
  const receivers = new Map<string, Turns<Item>>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const pump = (name: string, turns: Turns<Item>) => {
    while (turns.running < concurrency && turns.ready.length > 0) {
      turns.running++
      const run = work(turns.ready.shift() as Item).finally(() => {
        running.delete(run)
        turns.running--
        pump(name, turns)
      })
      running.add(run)
    }
    if (turns.running === 0) receivers.delete(name)
  }

  const enter = (item: Item) => {
    const name = receiverOf(item)
    const turns = receivers.get(name) ?? { ready: [], running: 0 }
    receivers.set(name, turns)
    turns.ready.push(item)
    pump(name, turns)
  }

  return {
    add(item, delayMs) {
      if (stopped) return
      const ring = () => {
        timers.delete(timer)
        enter(item)
      }
      const timer = setTimeout(ring, Math.max(0, delayMs))
      timers.add(timer)
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      for (const turns of receivers.values()) turns.ready.length = 0
      await Promise.allSettled(running)
    },
  }
}
