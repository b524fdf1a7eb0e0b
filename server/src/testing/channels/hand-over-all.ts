import type { Outcome, Sender } from '../../channels/provider.ts'

/** Hands messages over as the engine does and answers how each ended; closes the sender. */
export async function handOverAll<M>(sender: Sender<M>, messages: readonly M[]): Promise<(Outcome | undefined)[]> {
  const outcomes = new Map<M, Outcome>()
  try {
    await sender.handOver(messages, {
      turn: (settled, next) => {
        for (const { message, outcome } of settled) outcomes.set(message, outcome)
        return next !== undefined
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
  } finally {
    await sender.close()
  }
  return messages.map(message => outcomes.get(message))
}
