import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** In a data directory: what lies beside it is half a restore. It says where else the cluster is. */
export const RESTORING_FILE = 'restoring'

export function isHalfRestored(dataDir: string): Promise<boolean> {
  return access(join(dataDir, RESTORING_FILE)).then(
    () => true,
    () => false,
  )
}
