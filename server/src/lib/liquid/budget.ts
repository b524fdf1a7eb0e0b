/** What rendering one message may cost. All its parts, outputs, blocks and links share one budget, so that the whole message is bounded. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { RenderError } from './render-error.ts'

export interface RenderLimits {
  /** Outputs, tags and loop iterations. */
  steps: number
  /** Characters that outputs and blocks write, in total. */
  characters: number
  /** Characters and list items that filters and ranges process. */
  work: number
  /** Wall-clock time, checked between steps, each of which is short. */
  timeMs: number
}

/** Enough for the largest template that fits into an email. Newsletters need a hundredth of it. */
const MESSAGE_LIMITS: RenderLimits = { steps: 100_000, characters: 5_000_000, work: 1_000_000, timeMs: 1000 }

/** For one address that is rendered while a visitor waits for a redirect. */
export const LINK_LIMITS: RenderLimits = { steps: 500, characters: 10_000, work: 20_000, timeMs: 50 }

/** Has the interface of the engine's two limiters, which count for a whole budget here. */
export class RenderBudget {
  private readonly left: RenderLimits
  private deadlineMs: number | undefined
  readonly memoryLimit = { use: (count: number): void => this.work(count), check: (): void => undefined }
  readonly renderLimit = { use: (): void => undefined, check: (nowMs: number): void => this.step(nowMs) }

  constructor(limits: RenderLimits) {
    this.left = { ...limits }
  }

  /** Counts what was written. */
  write(characters: number): void {
    this.left.characters -= characters
    if (this.left.characters < 0) throw tooMuch(sentence('templates.render.tooLong'))
  }

  private work(count: number): void {
    if (count > 0) this.left.work -= count
    if (this.left.work < 0) throw tooMuch(sentence('templates.render.tooMuchText'))
  }

  private step(nowMs: number): void {
    this.deadlineMs ??= nowMs + this.left.timeMs
    this.left.steps -= 1
    if (this.left.steps < 0 || nowMs > this.deadlineMs) throw tooMuch(sentence('templates.render.tooSlow'))
  }
}

function tooMuch(words: Sentence): RenderError {
  return new RenderError('', words)
}

let current: RenderBudget | undefined

/** Everything rendered inside of `fill`, which must be synchronous, shares one budget. Nested calls use the outer one. */
export function withinBudget<T>(fill: (budget: RenderBudget) => T, limits: RenderLimits = MESSAGE_LIMITS): T {
  if (current !== undefined) return fill(current)
  current = new RenderBudget(limits)
  try {
    return fill(current)
  } finally {
    current = undefined
  }
}
