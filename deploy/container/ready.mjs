// The container's health: whether the API of this container answers requests. Of the other roles none listens, so theirs is that
// their main process lives, which looks after the rest.
import process from 'node:process'

const { PORT = '3000', NOTIFLY_ROLES = 'all' } = process.env
if (/\b(api|all)\b/.test(NOTIFLY_ROLES)) {
  const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
  if (answer?.ok !== true) process.exitCode = 1
}
