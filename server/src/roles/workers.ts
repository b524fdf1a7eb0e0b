import type { Config } from '../config.ts'
import type { Installation } from './prepare.ts'

/** Starts the engine's processes. */
export async function startWorkers(_config: Config, _installation: Installation): Promise<() => Promise<void>> {
  return async () => undefined
}
