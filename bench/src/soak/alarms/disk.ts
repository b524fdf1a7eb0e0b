/** A small disk of its own, which can be filled and taken away from writers. Takes root. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILLER = 'filler'
const PIECE = Buffer.alloc(1_048_576)

/** Goes with the stack. `size`: as mount has it, `16m`. Returns where it is. */
export async function mountDisk(stack: AsyncDisposableStack, folder: string, size: string): Promise<string> {
  const disk = await mkdtemp(join(folder, 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
  stack.defer(() => void execFileSync('umount', ['--lazy', disk]))
  return disk
}

/** Not a byte can be written there any more. */
export async function fillDisk(disk: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(join(disk, FILLER), PIECE, { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}

export function freeDisk(disk: string): Promise<void> {
  return rm(join(disk, FILLER), { force: true })
}
