/**
 * Emulates machines of one network on this one: a network namespace each, with its own address on a bridge that this machine is on as well.
 * Needs root and iproute2. A disconnected machine receives no packets and no error, as when a cable is pulled.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect, type Server } from 'node:net'

const BRIDGE = 'notifly0'
const LINK = 'nf-'
const NETWORK = '10.213.77'
/** Where the others reach this machine. */
export const HERE = `${NETWORK}.1`

export interface Machine {
  name: string
  address: string
  /** Starts a program there. */
  run(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess
  signal(signal: NodeJS.Signals): void
  /** Ends everything that runs there; in order with SIGTERM, at once with SIGKILL. Resolves when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  cutOff(): void
  reconnect(): void
}

export interface Network extends AsyncDisposable {
  add(name: string): Machine
  /** Lets machines reach a port of ours that listens on the loopback alone. */
  share(port: number): Promise<void>
}

export function makeNetwork(): Network {
  removeLeftovers()
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${HERE}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const machines: Machine[] = []
  const relays: Server[] = []
  return {
    add: name => {
      const machine = addMachine(name, `${NETWORK}.${machines.length + 2}`)
      machines.push(machine)
      return machine
    },
    share: async port => {
      const relay = createServer(socket => {
        const target = connect(port, '127.0.0.1')
        socket.pipe(target).pipe(socket)
        for (const [one, other] of [
          [socket, target],
          [target, socket],
        ] as const) {
          one.on('error', () => other.destroy()).on('close', () => other.destroy())
        }
      })
      relays.push(relay)
      relay.listen(port, HERE)
      await once(relay, 'listening')
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(machines.map(machine => machine.end('SIGKILL')))
      for (const relay of relays) relay.close()
      removeLeftovers()
    },
  }
}

function addMachine(name: string, address: string): Machine {
  const space = `notifly-${name}`
  const [outside, inside] = [`${LINK}${name}`, 'eth0']
  ip('netns', 'add', space)
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', space)
  ip('link', 'set', outside, 'master', BRIDGE, 'up')
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', inside)
  ip('-n', space, 'link', 'set', inside, 'up')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  const running = new Set<ChildProcess>()
  const signal = (name: NodeJS.Signals): void => signalAll(space, name)
  return {
    name,
    address,
    signal,
    run: (command, args, env) => {
      const child = spawn('ip', ['netns', 'exec', space, command, ...args], {
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.add(child)
      child.once('exit', () => running.delete(child))
      return child
    },
    end: async how => {
      const ends = [...running].map(child => once(child, 'exit'))
      // A frozen process would not hear the order.
      if (how === 'SIGTERM') signal('SIGCONT')
      signal(how)
      await Promise.all(ends)
    },
    cutOff: () => ip('link', 'set', outside, 'down'),
    reconnect: () => ip('link', 'set', outside, 'up'),
  }
}

/** Sends a signal to all programs of a machine: some leave the process group of the one that started them. */
function signalAll(space: string, signal: NodeJS.Signals): void {
  for (const pid of ip('netns', 'pids', space).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal)
    } catch (error) {
      // It has ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Removes namespaces of a run that was killed. */
function removeLeftovers(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const name = line.split(' ')[0] ?? ''
    if (!name.startsWith('notifly-')) continue
    signalAll(name, 'SIGKILL')
    ip('netns', 'delete', name)
  }
  // The kernel takes its time with the links of a machine that is gone: they may end by themselves meanwhile.
  for (const link of linksOfOurs()) {
    try {
      ip('link', 'delete', link)
    } catch (error) {
      if (linksOfOurs().includes(link)) throw error
    }
  }
}

function linksOfOurs(): string[] {
  const names = ip('-br', 'link')
    .split('\n')
    .map(line => line.split(/[ @]/, 1)[0] ?? '')
  return names.filter(name => name === BRIDGE || name.startsWith(LINK))
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' })
}
