import { chanceOf } from '../../faults/chance.ts'
import { countActive, type Dials, type RateDial } from '../../faults/dials.ts'
import { behaviourOf, SLOW_MS } from './special-addresses.ts'

// The outcome of one attempt to reach one recipient: a pure function of address, dials and attempt number.

/** A message from the mail system to the sender, after the mail was accepted. */
export type Report = 'hard' | 'soft' | 'complaint'

/** What happens after the mail was accepted. */
export interface PlannedReactions {
  report?: Report
  opens: boolean
  clicks: boolean
}

export interface Refusal {
  code: number
  text: string
}

export type Verdict =
  | { kind: 'refused'; refusal: Refusal; final: boolean }
  | { kind: 'accepted'; delayMs: number; reactions: PlannedReactions }

const REFUSALS = {
  slowDown: { code: 450, text: '4.7.1 Too many messages, try again later' },
  closing: { code: 421, text: '4.7.0 Too many connections, try again later' },
  passing: { code: 451, text: '4.3.0 Temporary failure, try again later' },
  greylisted: { code: 451, text: '4.7.1 Greylisted, try again later' },
  noMailbox: { code: 550, text: '5.1.1 No such mailbox here' },
  full: { code: 552, text: '5.2.2 Mailbox full' },
} satisfies Record<string, Refusal>

const ACCEPTED: Verdict = { kind: 'accepted', delayMs: 0, reactions: { opens: false, clicks: false } }

/**
 * Decides on attempt number `attempt` (starting at 1) for `address`. If bounces can be sent to the sender
 * (`canReport`), half of them arrive late, as messages; otherwise all are refusals.
 */
export function decide(address: string, dials: Dials, attempt: number, canReport: boolean): Verdict {
  const behaviour = behaviourOf(address)
  if (!behaviour && countActive(dials) === 0) return ACCEPTED
  const special = specialRefusal(behaviour, attempt)
  if (special) return special

  const falls = (dial: RateDial, tried = 0) => chanceOf(dials.seed, dial, address, tried) < dials[dial]
  if (falls('throttle_rate', attempt)) {
    const closes = chanceOf(dials.seed, 'closing', address, attempt) < 0.5
    return refuse(closes ? REFUSALS.closing : REFUSALS.slowDown, false)
  }
  if (falls('error_rate', attempt)) return refuse(REFUSALS.passing, false)

  const late = canReport && chanceOf(dials.seed, 'late', address) < 0.5
  const bounce = falls('hard_bounce_rate') ? 'hard' : falls('soft_bounce_rate') ? 'soft' : undefined
  if (bounce && !late) return refuse(bounce === 'hard' ? REFUSALS.noMailbox : REFUSALS.full, true)

  const delayMs = dials.latency_ms + (behaviour === 'slow' ? SLOW_MS : 0)
  const report = behaviour === 'bounce-late' ? 'hard' : bounce
  if (report) return { kind: 'accepted', delayMs, reactions: { report, opens: false, clicks: false } }
  const complains = behaviour === 'complain' || falls('complaint_rate')
  return {
    kind: 'accepted',
    delayMs,
    reactions: { ...(complains && { report: 'complaint' }), ...reads(address, dials) },
  }
}

function specialRefusal(behaviour: ReturnType<typeof behaviourOf>, attempt: number): Verdict | undefined {
  if (behaviour === 'bounce-hard') return refuse(REFUSALS.noMailbox, true)
  if (behaviour === 'bounce-soft') return refuse(REFUSALS.full, true)
  if (behaviour === 'defer-always' || (behaviour === 'defer' && attempt === 1))
    return refuse(REFUSALS.greylisted, false)
  return undefined
}

/** One number decides both, so that only recipients who open a mail click. */
function reads(address: string, dials: Dials): { opens: boolean; clicks: boolean } {
  const interest = chanceOf(dials.seed, 'interest', address)
  return { opens: interest < dials.open_rate, clicks: interest < dials.click_rate }
}

function refuse(refusal: Refusal, final: boolean): Verdict {
  return { kind: 'refused', refusal, final }
}
