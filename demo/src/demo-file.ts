/** What the demo's data directory remembers of the demo: the proof that it is one, and how its owner signs in. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DemoFile {
  email: string
  password: string
  applicationId: string
  /** Hooks and push services of the sandbox are known under these. */
  ports: { port: number; sandbox: number; smtp: number }
}

const pathIn = (dataDir: string): string => join(dataDir, 'demo.json')

/** Readable by this user only. */
export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  await writeFile(pathIn(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
}

export async function readDemoFile(dataDir: string): Promise<DemoFile> {
  return JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as DemoFile
}
