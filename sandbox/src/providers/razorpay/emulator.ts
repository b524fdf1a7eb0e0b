import type { SandboxContext } from '../../sandbox-context.ts'
import { runUntil } from './clock.ts'
import { countTurned } from './dials.ts'
import type { Account } from './payments.ts'
import { RazorpayState } from './state.ts'
import { RazorpayWebhooks } from './webhooks.ts'

/** What the routes of the emulator need. */
export interface Razorpay extends Account, Pick<SandboxContext, 'panel' | 'onError'> {
  webhooks: RazorpayWebhooks
  /** Runs everything that is due by now. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const LOOK_MS = 15_000

/** Opens the state of the emulated Razorpay without listening. From now on subscriptions renew automatically. */
export function openRazorpay({ panel, dataDir, pace, onError }: SandboxContext): Razorpay {
  const state = new RazorpayState(dataDir)
  panel.alsoCount(() => countTurned(state.dials))
  const webhooks = new RazorpayWebhooks(state, pace)
  const account: Account = { state, emit: (event, parts) => webhooks.emit(event, parts) }
  const catchUp = async () => {
    if (runUntil(account, state.now())) await state.save()
  }
  const timer = setInterval(() => void catchUp().catch(onError), LOOK_MS)
  timer.unref()
  return {
    ...account,
    panel,
    onError,
    webhooks,
    catchUp,
    async stop() {
      clearInterval(timer)
      await webhooks.stop()
    },
  }
}
