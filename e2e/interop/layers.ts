/**
 * Temporary root file systems. Each is an overlay: below are the machine's own files, above are the files that are installed or written, in
 * a separate folder. Programs run inside namespaces (mounts, processes, and optionally the network) that end with their first process, so
 * that no process, mount or network interface has to be cleaned up.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.ts'
import { SERVER_NAME } from './world.ts'

export interface Layer {
  /** Where the whole root is seen, from inside of the namespaces. */
  root: string
  /** What was installed or written. */
  upper: string
  work: string
  /** Temporary files of programs that run on the machine's own root. */
  temporary: string
  hosts: string
}

export interface LayerContext {
  /** Programs reach nothing but each other. */
  isAlone: boolean
  signal: AbortSignal
  onSaid?: (text: string) => void
}

const HOSTS = `127.0.0.1 localhost ${SERVER_NAME}\n::1 ip6-localhost\n`

/** Keeps packages from starting services when they are installed. */
const NO_SERVICES = '#!/bin/sh\nexit 101\n'

/** Creates an empty layer on top of the machine's root. */
export async function newLayer(folder: string): Promise<Layer> {
  const layer = {
    root: join(folder, 'root'),
    upper: join(folder, 'upper'),
    work: join(folder, 'work'),
    temporary: join(folder, 'temporary'),
    hosts: join(folder, 'hosts'),
  }
  for (const each of [layer.root, layer.work, join(layer.upper, 'usr/sbin')]) await mkdir(each, { recursive: true })
  // Servers drop their privileges, PostgreSQL among them.
  await mkdir(layer.temporary, { mode: 0o1777 })
  await writeFile(layer.hosts, HOSTS)
  await writeFile(join(layer.upper, 'usr/sbin/policy-rc.d'), NO_SERVICES, { mode: 0o755 })
  return layer
}

/** Updates a layer's list of packages and installs some of them. Throws CommandError, for instance without a network. */
export async function install(layer: Layer, packages: readonly string[], signal: AbortSignal): Promise<void> {
  const script = `apt-get -q update; apt-get -q -y install --no-install-recommends ${packages.join(' ')}; apt-get clean`
  await enter(layer, ['chroot', layer.root, 'sh', '-ec', script], { isAlone: false, signal })
}

/** Runs a program that sees the machine's root and, under `layer.root`, the layer. Returns what it printed. */
export function enter(layer: Layer, command: readonly string[], { isAlone, signal, onSaid }: LayerContext) {
  // If we are killed, setpriv's mark ends unshare, unshare ends the first process inside, and the kernel all others.
  const namespaces = ['setpriv', '--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child']
  const network = isAlone ? ['--net'] : []
  return run([...namespaces, '--mount-proc', ...network, 'sh', '-ec', MOUNTS, 'sh', ...command], {
    signal,
    ...(onSaid && { onSaid }),
    env: {
      UPPER: layer.upper,
      WORK: layer.work,
      ROOT: layer.root,
      HOSTS: layer.hosts,
      TMPDIR: layer.temporary,
      ALONE: isAlone ? 'yes' : '',
      DEBIAN_FRONTEND: 'noninteractive',
      LC_ALL: 'C.UTF-8',
    },
  })
}

const MOUNTS = `
mount -t overlay overlay -o "lowerdir=/,upperdir=$UPPER,workdir=$WORK" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount -t tmpfs tmpfs "$ROOT/run"
mount -t tmpfs tmpfs "$ROOT/tmp"
chmod 1777 "$ROOT/tmp"
if [ -n "$ALONE" ]; then
  ip link set lo up
  mount --bind "$HOSTS" /etc/hosts
  cp "$HOSTS" "$ROOT/etc/hosts"
  echo 'nameserver 127.0.0.1' > "$ROOT/etc/resolv.conf"
else
  cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf" 2> /dev/null || true
fi
exec "$@"
`
