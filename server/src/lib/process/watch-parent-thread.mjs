// The thread of watch-parent.ts. Plain JavaScript: each process has one, and what reads TypeScript would double its memory.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { workerData } from 'node:worker_threads'

const LOOK_MS = 1000
/** Many ticks of the main thread. */
const BLOCKED_LOOKS = 5
/** A parent that was suspended and resumes at once is left alone. */
const STOPPED_LOOKS = 3

const { parent, starter, beats } = workerData
let lastBeat = -1
let blockedLooks = 0
let stoppedLooks = 0

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  blockedLooks = beat === lastBeat ? blockedLooks + 1 : 0
  lastBeat = beat
  if (process.ppid !== parent) {
    if (blockedLooks >= BLOCKED_LOOKS) process.kill(process.pid, 'SIGKILL')
    return
  }
  stoppedLooks = starter !== undefined && isStoppedWithoutParent() ? stoppedLooks + 1 : 0
  if (stoppedLooks >= STOPPED_LOOKS) process.kill(parent, 'SIGKILL')
}, LOOK_MS)

/** Whether the parent is suspended and its starter is gone: an orphaned process gets another parent (proc(5), stat). */
function isStoppedWithoutParent() {
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'latin1')
    const [state, parentOfParent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'T' && Number(parentOfParent) !== starter
  } catch {
    return false
  }
}
