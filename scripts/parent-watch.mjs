// Loaded before the server's main file. The supervisor holds a channel open to this process and sends nothing over it: when
// the supervisor is killed outright the channel closes, and we stop in order instead of living on with nobody's terminal.
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
