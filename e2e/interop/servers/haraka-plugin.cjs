/* What a site adds to Haraka: its mailboxes, its rules for recipients, and where mail for other domains goes. */
const { once } = require('node:events')
const { createWriteStream } = require('node:fs')
const { mkdir, rename } = require('node:fs/promises')
const { join } = require('node:path')

const firstSeen = new Map()
const taken = []

exports.register = function () {
  this.rules = this.config.get('interop.json')
  this.mailboxes = new Set(this.rules.mailboxes)
}

/** The sign-in that two of the ports ask for. */
exports.hook_mail = function (next, connection) {
  const { submission, tls } = this.rules.ports
  const isNeeded = [submission, tls].includes(connection.local.port)
  if (isNeeded && !connection.notes.auth_user) return next(DENY, 'sign in first')
  // The others take mail for every domain, from clients of this machine.
  connection.relaying = true
  next()
}

exports.hook_rcpt = function (next, connection, [recipient]) {
  const { ports, domains, greylistMs, rate } = this.rules
  const { port } = connection.local
  const now = Date.now()
  if (port === ports.greylisting) {
    if (!firstSeen.has(recipient.user)) firstSeen.set(recipient.user, now)
    if (now - firstSeen.get(recipient.user) < greylistMs) return next(DENYSOFT, 'greylisted, try again later')
  }
  if (port === ports.rates) {
    while (taken.length > 0 && now - taken[0] > rate.spanMs) taken.shift()
    if (taken.length >= rate.messages) return next(DENYSOFT, 'too many messages, slow down')
    taken.push(now)
  }
  const isOurs = recipient.host === domains.people
  if (isOurs && !this.mailboxes.has(recipient.user)) return next(DENY, 'no such user')
  next(OK)
}

/** Into the maildir, when the message is for a mailbox; otherwise on to the server that is responsible. */
exports.hook_queue = async function (next, connection) {
  await keep(this, connection, next)
}
exports.hook_queue_outbound = exports.hook_queue

async function keep({ rules }, connection, next) {
  const { transaction } = connection
  const [recipient] = transaction.rcpt_to
  if (recipient.host !== rules.domains.people) return next()
  try {
    const folder = join(rules.mail, recipient.user)
    await Promise.all(['tmp', 'new', 'cur'].map(each => mkdir(join(folder, each), { recursive: true })))
    // Not quite a stream of Node: it has `pipe`, and no end that `pipeline` would see.
    const file = createWriteStream(join(folder, 'tmp', transaction.uuid))
    transaction.message_stream.pipe(file)
    await once(file, 'close')
    await rename(join(folder, 'tmp', transaction.uuid), join(folder, 'new', transaction.uuid))
    next(OK)
  } catch (error) {
    next(DENYSOFT, error.message)
  }
}

exports.hook_get_mx = function (next, _mail, domain) {
  const { ports, domains } = this.rules
  const port = domain === domains.bounces ? ports.bounces : ports.far
  next(OK, { priority: 0, exchange: '127.0.0.1', port })
}
