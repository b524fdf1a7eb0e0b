// The unit of systemd is one, and shuts away what its service does not need.
import { existsSync } from 'node:fs'
import { readFile, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { run } from './command.ts'

/** On systemd's scale, 0 is fully confined and 10 not at all; below 2 it reports "OK". */
const EXPOSURE_MOST = 1.5
const NODE = '/usr/bin/node'

export async function checkUnit(root: string, say: (line: string) => void): Promise<void> {
  const unit = join(root, 'deploy/systemd/notifly.service')
  // The unit starts the system's Node, which this machine may have elsewhere.
  const isLent = !existsSync(NODE)
  if (isLent) await symlink(process.execPath, NODE)
  try {
    await run('systemd-analyze', ['verify', unit])
  } finally {
    if (isLent) await unlink(NODE)
  }
  say('systemd takes the unit')
  const report = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit])
  const exposure = Number(/exposure level for notifly\.service: ([\d.]+)/.exec(report)?.[1])
  say(`exposure ${exposure} of 10`)
  if (!(exposure <= EXPOSURE_MOST))
    throw new Error(`The service is exposed to ${exposure}; at most ${EXPOSURE_MOST} is meant.`)
  const lines = (await readFile(unit, 'utf8')).split('\n')
  const program =
    lines
      .find(line => line.startsWith('ExecStart='))
      ?.split(' ')
      .at(-1) ?? ''
  if (!existsSync(join(root, program))) throw new Error(`The unit starts ${program}, which is not there.`)
}
