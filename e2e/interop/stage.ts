/**
 * Runs inside the namespaces: all scenarios with one server, or the import of LibreOffice's files. `interop.ts` starts it as `stage.ts NAME
 * ROOT NPM_FOLDER`; it reports progress on standard error and prints its report as JSON.
 */
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { FILES, Ground } from './ground.ts'
import { runScenarios } from './play.ts'
import { failedReport, type Report } from './result.ts'
import { SERVERS } from './servers/servers.ts'
import { tryWorkbooks } from './workbooks.ts'

const LOG_SAID = 3000

const [name = '', root = '', npmFolder = ''] = process.argv.slice(2)
const ground = new Ground(root, npmFolder)
const server = SERVERS[name]
const say = (line: string): void => void process.stderr.write(`  ${name}: ${line}\n`)
const play: Promise<Report> = server === undefined ? tryWorkbooks(ground, say) : runScenarios(server, ground, say)
const report = await play.catch(async (error: unknown) => {
  say(String(error))
  const logged = await readFile(ground.outside(FILES.log), 'utf8').catch(() => '')
  say(logged.slice(-LOG_SAID))
  return failedReport(server?.title ?? name, String(error))
})
process.stdout.write(JSON.stringify(report))
// Test doubles have nothing to wait for.
process.exit()
