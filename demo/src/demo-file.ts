/** The file in the demo's data directory that marks it as a demo and holds the owner's credentials. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DemoFile {
  email: string
  password: string
  applicationId: string
  /** Ports used by the demo. The sandbox's hooks and push services are registered with them. */
  ports: { port: number; sandbox: number; smtp: number }
}

const pathIn = (dataDir: string): string => join(dataDir, 'demo.json')

/** Writes the file so that only the current user can read it. */
export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  await writeFile(pathIn(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
}

export async function readDemoFile(dataDir: string): Promise<DemoFile> {
  return JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as DemoFile
}
