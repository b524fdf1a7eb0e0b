/** What a campaign needs to run: a database, a mail server, workers, and an application with contacts. */
import { startEngine } from '../harness/engine.ts'
import { type Line, measuredLine } from '../harness/line.ts'
import type { BenchDatabase, BenchPostgres } from '../harness/postgres.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addApplication, sendCampaign } from './application.ts'
import { CONTENT } from './content.ts'
import { sendRaw } from './raw-client.ts'
import { composeOne } from './sample.ts'

// What the raw client opens, and a campaign: of what its configuration allows, a tenth is kept for test messages.
const CONNECTIONS = 20
const CONNECTIONS_ALLOWED = 22

interface StageOptions {
  postgres: BenchPostgres
  workers: number
  recipients: number
  /** PEM of an RSA key: mails are signed. */
  dkimKey?: string
}

export interface Stage extends AsyncDisposable, Pick<Line, 'costs'> {
  database: BenchDatabase
  /** Sends a campaign, the bench's own unless there is another one, to all contacts, or to those of another application. Returns mails per second. */
  send(to?: { applicationId?: string; recipients?: number; content?: object; isCounted?: boolean }): Promise<number>
  /** The same number of mails by the raw client. */
  sendRaw(): Promise<number>
  /** A further application with the same settings. */
  addApplication(recipients: number): Promise<string>
}

export async function setStage({ postgres, workers, recipients, dkimKey }: StageOptions): Promise<Stage> {
  const database = await postgres.newDatabase()
  const sink = await startMailCounter({ record: false })
  const mail = { port: sink.port, connections: CONNECTIONS_ALLOWED, ...(dkimKey !== undefined && { dkimKey }) }
  const applicationId = await addApplication(database, recipients, mail)
  const engine = await startEngine(database, workers)
  const words = { message: 'mail', sink: 'sink' }
  const line = measuredLine({ postgres, engine, sink: { ...sink, arrived: sink.mails }, words })
  const content = composeOne()
  return {
    ...line,
    database,
    send: (to = {}) => {
      const asked = { applicationId, recipients, content: CONTENT, isCounted: true, ...to }
      return line.send(asked.recipients, () => sendCampaign(database, asked.applicationId, asked.recipients, asked))
    },
    sendRaw: () => sendRaw({ port: sink.port, connections: CONNECTIONS, mails: recipients, content }),
    addApplication: n => addApplication(database, n, mail),
  }
}
