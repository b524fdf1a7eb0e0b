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

/** Items whose turn has come, and how many of them are being worked on. */
interface Lane<Item> {
  ready: Item[]
  running: number
}

/**
 * A queue that hands every item to `work` when it is due, at most `concurrency` of a lane at a time: what is addressed to somebody
 * who does not answer holds up nothing but what else is addressed to them. `work` must not reject. Without `laneOf` all are one lane.
 */
export function createDueQueue<Item>(
  concurrency: number,
  work: (item: Item) => Promise<void>,
  laneOf: (item: Item) => string = () => '',
): DueQueue<Item> {
  const slots = new Map<number, Item[]>()
  const lanes = new Map<string, Lane<Item>>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const pump = (name: string, lane: Lane<Item>) => {
    while (lane.running < concurrency && lane.ready.length > 0) {
      lane.running++
      const run = work(lane.ready.shift() as Item).finally(() => {
        running.delete(run)
        lane.running--
        pump(name, lane)
      })
      running.add(run)
    }
    if (lane.running === 0) lanes.delete(name)
  }

  const enter = (item: Item) => {
    const name = laneOf(item)
    const lane = lanes.get(name) ?? { ready: [], running: 0 }
    lanes.set(name, lane)
    lane.ready.push(item)
    pump(name, lane)
  }

  const timers = new Map<number, NodeJS.Timeout>()
  const ring = (slot: number) => {
    timers.delete(slot)
    const due = slots.get(slot) ?? []
    slots.delete(slot)
    for (const item of due) enter(item)
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
      for (const lane of lanes.values()) lane.ready.length = 0
      await Promise.allSettled(running)
    },
  }
}
