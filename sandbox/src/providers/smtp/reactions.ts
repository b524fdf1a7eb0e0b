import { createTransport } from 'nodemailer'
import { chanceOf, spanOf } from '../../faults/chance.ts'
import { createDueQueue } from '../../due-queue.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import { clickMail, openMail } from './reader.ts'
import { composeReport } from './reports.ts'
import type { PlannedReactions, Report } from './verdict.ts'

// What happens to a mail after it was accepted: it is read, it bounces, or the reader complains.

/** Earliest and latest time, in milliseconds after the previous step; the actual one depends on recipient and seed. */
const OPEN_AFTER_MS = [1000, 15_000] as const
const CLICK_AFTER_MS = [3000, 20_000] as const
const REPORT_AFTER_MS = [500, 3000] as const
const AT_ONCE = 16
/** A bounce listener is small, so there are only a few connections, which are kept open. */
const REPORT_CONNECTIONS = 4
const REPORT_ATTEMPTS = 3
const REPORT_RETRY_MS = 5000

export interface ReactionsOptions extends Omit<SandboxContext, 'dataDir'> {
  /** Where reports are sent; without it there are none. */
  bounce?: { host: string; port: number } | undefined
}

export interface Reactions {
  start(seq: number, reactions: PlannedReactions): void
  stop(): Promise<void>
}

type Step = { seq: number } & (
  { kind: 'open' | 'click'; author: string } | { kind: 'report'; report: Report; attempt: number }
)

/** Simulates the readers and the mail systems behind accepted mails. */
export function createReactions(options: ReactionsOptions): Reactions {
  const stopping = new AbortController()
  const transport = options.bounce && createReportTransport(options.bounce)
  // Reading a mail waits for the servers in it. Slow servers in one author's mail delay neither other authors' readers
  // nor reports.
  const receiverOf = (step: Step) => (step.kind === 'report' ? 'reports' : `mail of ${step.author}`)
  const queue = createDueQueue<Step>(AT_ONCE, step => run(step).catch(options.onError), receiverOf)
  const seed = () => options.panel.dials('email').seed

  const delay = (seq: number, what: string, span: readonly [number, number]) =>
    options.pace * spanOf(seed(), what, String(seq), span)

  const run = async (step: Step): Promise<void> => {
    const message = options.store.findSeq(step.seq)
    const raw = message && options.store.raw(step.seq)
    if (!message || !raw) return
    const mail = { to: message.to, raw }
    if (step.kind === 'report') {
      const written = composeReport(step.report, { ...message, receivedAtMs: message.atMs, raw }, Date.now())
      await report(step, written, message.sender)
    } else if (step.kind === 'open') await openMail(mail, seed(), stopping.signal)
    else await clickMail(mail, seed(), stopping.signal)
  }

  const report = async (step: Extract<Step, { kind: 'report' }>, raw: Buffer, to: string): Promise<void> => {
    try {
      await transport?.sendMail({ envelope: { from: '', to: [to] }, raw })
    } catch (error) {
      const refused = ((error as { responseCode?: number }).responseCode ?? 0) >= 500
      if (refused || step.attempt >= REPORT_ATTEMPTS) throw error
      queue.add({ ...step, attempt: step.attempt + 1 }, REPORT_RETRY_MS * options.pace)
    }
  }

  return {
    start(seq, { report: kind, opens, clicks }) {
      if (kind && transport) {
        const step = { seq, kind: 'report', report: kind, attempt: 1 } as const
        const afterMs = delay(seq, 'report', REPORT_AFTER_MS)
        queue.add(step, afterMs)
        const isDoubled = chanceOf(seed(), 'doubled', String(seq)) < options.panel.dials('email').doubled_rate
        if (isDoubled) queue.add(step, afterMs + delay(seq, 'again', REPORT_AFTER_MS))
      }
      if (!opens && !clicks) return
      const author = options.store.findSeq(seq)?.from ?? ''
      const openAfterMs = delay(seq, 'open', OPEN_AFTER_MS)
      if (opens) queue.add({ seq, kind: 'open', author }, openAfterMs)
      if (clicks) queue.add({ seq, kind: 'click', author }, openAfterMs + delay(seq, 'click', CLICK_AFTER_MS))
    },
    async stop() {
      stopping.abort()
      await queue.stop()
      transport?.close()
    },
  }
}

function createReportTransport({ host, port }: { host: string; port: number }) {
  return createTransport({
    host,
    port,
    name: 'sandbox.localhost',
    pool: true,
    maxConnections: REPORT_CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
    connectionTimeout: 10_000,
  })
}
