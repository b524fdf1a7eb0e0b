// Things to do later, in order of time, a few at once. Nothing here outlives the process: what a reader of mail had not
// done yet when the sandbox stopped is simply never done.

/** Things due within the same slot run together: far fewer timers than things. */
const SLOT_MS = 50

export interface DueQueue<Item> {
  /** Runs `item` after `delayMs`. */
  add(item: Item, delayMs: number): void
  /** Forgets what is not yet due and waits for what is running. */
  stop(): Promise<void>
}

/** A queue that hands every item to `work` when it is due, at most `concurrency` at a time. `work` must not reject. */
export function createDueQueue<Item>(concurrency: number, work: (item: Item) => Promise<void>): DueQueue<Item> {
  const slots = new Map<number, Item[]>()
  const ready: Item[] = []
  const running = new Set<Promise<void>>()
  let stopped = false

  const pump = () => {
    while (running.size < concurrency && ready.length > 0) {
      const run = work(ready.shift() as Item).finally(() => {
        running.delete(run)
        pump()
      })
      running.add(run)
    }
  }

  const timers = new Map<number, NodeJS.Timeout>()
  const ring = (slot: number) => {
    timers.delete(slot)
    for (const item of slots.get(slot) ?? []) ready.push(item)
    slots.delete(slot)
    pump()
  }

  return {
    add(item, delayMs) {
      if (stopped) return
      const now = performance.now()
      const slot = Math.ceil((now + delayMs) / SLOT_MS)
      const waiting = slots.get(slot)
      if (waiting) return void waiting.push(item)
      slots.set(slot, [item])
      timers.set(
        slot,
        setTimeout(() => ring(slot), slot * SLOT_MS - now),
      )
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      ready.length = 0
      await Promise.allSettled(running)
    },
  }
}
