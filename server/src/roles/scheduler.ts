import { jobHandlers } from '../app.ts'
import type { Config } from '../config.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Installation } from './prepare.ts'

/** Runs background jobs: mails, imports, runs that become due. Resolves to a stop that lets running jobs finish. */
export async function startScheduler(_config: Config, installation: Installation): Promise<() => Promise<void>> {
  const { database, log } = installation
  const jobs = await startJobs(database.pool, jobHandlers(installation), log)
  return () => jobs.stop()
}
