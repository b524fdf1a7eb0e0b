/**
 * A desktop for browsers on a machine without one: a session's message bus and its notification service in one process. Browsers send it
 * their notifications, as they do to GNOME or KDE, and receive the clicks of a person.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message, readMessage, TYPE, writeMessage } from './dbus-wire.ts'

export interface ShownNotification {
  id: number
  title: string
  body: string
  /** Keys of the buttons by their labels; a click on the notification itself is `default`. */
  actions: Record<string, string>
  hints: Record<string, unknown>
}

export interface Desktop {
  /** The setting by which programs find the bus. */
  env: { DBUS_SESSION_BUS_ADDRESS: string }
  shown: readonly ShownNotification[]
  /** Clicks the notification, or the button of that label. */
  click(notification: ShownNotification, label?: string): void
  /** Waves it away. */
  dismiss(notification: ShownNotification): void
  stop(): Promise<void>
}

const SERVICE = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const OWNER = ':1.1'
const BUS = 'org.freedesktop.DBus'
const CAPABILITIES = ['actions', 'body', 'body-hyperlinks', 'icon-static', 'persistence']
const BY_USER = 2
const BY_CALL = 3

interface Shown extends ShownNotification {
  link: Link
}

interface Link {
  name: string
  send(message: Omit<Message, 'serial'>): void
}

/** Starts it on a socket of its own. */
export async function startDesktop(): Promise<Desktop> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-desktop-'))
  const path = join(folder, 'bus')
  const shown: Shown[] = []
  const sockets = new Set<Socket>()
  let links = 1
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serveLink(socket, `:1.${++links}`, shown)
  })
  await new Promise<void>(resolve => server.listen(path, resolve))
  const find = ({ id }: ShownNotification): Shown => {
    const found = shown.find(each => each.id === id)
    if (found === undefined) throw new Error('this notification is not shown any more')
    return found
  }
  const close = (notification: Shown, reason: number) => {
    shown.splice(shown.indexOf(notification), 1)
    signal(notification.link, 'NotificationClosed', 'uu', [notification.id, reason])
  }
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` },
    shown,
    click(notification, label) {
      const found = find(notification)
      const key = label === undefined ? 'default' : found.actions[label]
      if (key === undefined) throw new Error(`there is no button "${label}"`)
      signal(found.link, 'ActionInvoked', 'us', [found.id, key])
      if (shown.includes(found)) close(found, BY_USER)
    },
    dismiss: notification => close(find(notification), BY_USER),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function signal(link: Link, member: string, signature: string, body: unknown[]): void {
  link.send({ type: TYPE.signal, path: PATH, interface: SERVICE, member, sender: OWNER, signature, body })
}

function serveLink(socket: Socket, name: string, shown: Shown[]): void {
  let serial = 0
  let waiting = Buffer.alloc(0)
  let isIn = false
  const link: Link = {
    name,
    send: message => void socket.write(writeMessage({ ...message, destination: name, serial: ++serial })),
  }
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    if (!isIn) {
      const begin = waiting.indexOf('BEGIN\r\n')
      greet(socket, waiting.subarray(0, begin < 0 ? waiting.length : begin).toString('latin1'))
      isIn = begin >= 0
      waiting = begin < 0 ? Buffer.alloc(0) : waiting.subarray(begin + 7)
    }
    for (let next = isIn ? readMessage(waiting) : undefined; next !== undefined; next = readMessage(waiting)) {
      waiting = waiting.subarray(next.length)
      if (next.message.type === TYPE.call) answer(link, next.message, shown)
    }
  })
}

/** Accepts any login from every process that can connect to the socket. */
function greet(socket: Socket, lines: string): void {
  for (const line of lines.replace('\0', '').split('\r\n')) {
    // A user who does not give a name is asked for one, and may decline.
    if (/^AUTH EXTERNAL\s*$/.test(line)) socket.write('DATA\r\n')
    else if (line.startsWith('AUTH EXTERNAL') || line.startsWith('DATA'))
      socket.write('OK 0123456789abcdef0123456789abcdef\r\n')
    else if (line.startsWith('AUTH')) socket.write('REJECTED EXTERNAL\r\n')
    else if (line.startsWith('NEGOTIATE_UNIX_FD')) socket.write('ERROR\r\n')
  }
}

function answer(link: Link, call: Message, shown: Shown[]): void {
  const isForService = call.destination === SERVICE || call.destination === OWNER
  const found = isForService ? ofService(link, call, shown) : ofBus(link, call)
  const common = { replySerial: call.serial, sender: isForService ? OWNER : BUS }
  if (found === undefined) {
    const errorName = 'org.freedesktop.DBus.Error.ServiceUnknown'
    return link.send({
      ...common,
      type: TYPE.error,
      errorName,
      signature: 's',
      body: ['there is nothing like that here'],
    })
  }
  link.send({ ...common, type: TYPE.answer, signature: found[0], body: found[1] })
}

type Answer = [signature: string, body: unknown[]]

function ofBus(link: Link, { member, body, destination }: Message): Answer | undefined {
  if (destination !== BUS) return undefined
  const isOurs = body[0] === SERVICE
  switch (member) {
    case 'Hello':
      return ['s', [link.name]]
    case 'AddMatch':
    case 'RemoveMatch':
      return ['', []]
    case 'RequestName':
    case 'ReleaseName':
      return ['u', [1]]
    case 'NameHasOwner':
      return ['b', [isOurs ? 1 : 0]]
    case 'GetNameOwner':
      return isOurs ? ['s', [OWNER]] : undefined
    case 'StartServiceByName':
      return isOurs ? ['u', [2]] : undefined
    case 'ListNames':
    case 'ListActivatableNames':
      return ['as', [[BUS, SERVICE]]]
    default:
      return undefined
  }
}

function ofService(link: Link, { member, body }: Message, shown: Shown[]): Answer | undefined {
  switch (member) {
    case 'GetCapabilities':
      return ['as', [CAPABILITIES]]
    case 'GetServerInformation':
      return ['ssss', ['Notifly tests', 'Notifly', '1', '1.2']]
    case 'Notify':
      return ['u', [show(link, body, shown)]]
    case 'CloseNotification': {
      const at = shown.findIndex(({ id }) => id === body[0])
      if (at < 0) return ['', []]
      const [{ id } = { id: 0 }] = shown.splice(at, 1)
      signal(link, 'NotificationClosed', 'uu', [id, BY_CALL])
      return ['', []]
    }
    default:
      return undefined
  }
}

let lastId = 0

/** Notify(app, replaces, icon, title, body, actions, hints, timeout). */
function show(link: Link, body: unknown[], shown: Shown[]): number {
  const [, replaces, , title, text, actions, hints] = body as [
    string,
    number,
    string,
    string,
    string,
    string[],
    [string, unknown][],
  ]
  const id = replaces === 0 ? ++lastId : replaces
  const old = shown.findIndex(each => each.id === id)
  if (old >= 0) shown.splice(old, 1)
  const labels = actions.flatMap((key, index) => (index % 2 === 0 ? [[actions[index + 1] ?? '', key]] : []))
  shown.push({ id, title, body: text, actions: Object.fromEntries(labels), hints: Object.fromEntries(hints), link })
  return id
}
