// The thread of watch-parent.ts. Plain JavaScript: each process has one, and what reads TypeScript would double its memory.
import process from 'node:process'
import { workerData } from 'node:worker_threads'

const LOOK_MS = 1000
/** Many beats of the main thread. */
const BLOCKED_LOOKS = 5

const { parent, beats } = workerData
let lastBeat = -1
let blockedLooks = 0

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  blockedLooks = beat === lastBeat ? blockedLooks + 1 : 0
  lastBeat = beat
  if (process.ppid !== parent && blockedLooks >= BLOCKED_LOOKS) process.kill(process.pid, 'SIGKILL')
}, LOOK_MS)
