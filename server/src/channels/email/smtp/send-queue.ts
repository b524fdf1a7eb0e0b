/**
 * Mails that may leave in the same turn of the event loop leave together. The journal then records all of them with one write before their
 * first byte is sent (measured: three or four at 20 busy connections).
 */
import type { Work } from './run.ts'

export interface QueuedMail {
  /** Records the mail as begun. Answers for which batch, or undefined when it must not leave. */
  begin(): Work | undefined
  /** Writes down what leaves along with it: the next mail's envelope. */
  prepare(): void
  /** `isOnFile` false: the record could not be kept, so that no byte may go. */
  leave(isOnFile: boolean): void
}

export class SendQueue {
  #waiting: QueuedMail[] = []

  /** The mail leaves when everything that has arrived by now is read. */
  add(queuedMail: QueuedMail): void {
    if (this.#waiting.push(queuedMail) === 1) setImmediate(() => this.#depart())
  }

  #depart(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const begun: QueuedMail[] = []
    const works: Work[] = []
    for (const queuedMail of waiting) {
      const work = queuedMail.begin()
      if (work === undefined) continue
      begun.push(queuedMail)
      works.push(work)
    }
    const onFile = new Map<Work, boolean>()
    for (const work of works) if (!onFile.has(work)) onFile.set(work, work.commit())
    // All are written down before the first one goes: handed over in one row they cost the system less, and a server on the same
    // machine finds several at once. Together 6 of 85 us a mail.
    for (const queuedMail of begun) queuedMail.prepare()
    for (let index = 0; index < begun.length; index++) begun[index]?.leave(onFile.get(works[index] as Work) === true)
  }
}
