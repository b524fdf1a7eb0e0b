// Ends this process in order when what started it is gone.
import process from 'node:process'

const SHELL_WATCH_MS = 250

/** A first entry that stays holds a channel open to the second; when it is killed outright the channel closes and we end in order. */
export function stopWithParent() {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

/**
 * npm runs us through a shell and passes a signal that reaches npm alone on to that shell, which ends without a word to us.
 * Our parent is then another process.
 */
export function stopWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.channel !== undefined) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, SHELL_WATCH_MS)
  watch.unref()
}
