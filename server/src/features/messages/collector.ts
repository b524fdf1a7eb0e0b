/**
 * Group commit: while the messages of one group are being stored, the calls of the same application that arrive meanwhile form the next
 * group. A single caller waits for nobody; many callers share one transaction.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Allowance, createAllowance } from '../usage/usage.ts'
import { type Answer, type Call, storeCalls } from './accept.ts'

interface Waiting {
  call: Call
  bytes: number
  done: PromiseWithResolvers<Answer>
}

interface Lane {
  waiting: Waiting[]
  /** Groups that are being written. */
  groups: number
  /** Set while the next groups wait for this turn of the event loop to end, so that calls which arrive together are stored together. */
  isBeginning: boolean
}

/** Most messages that are stored together. */
const GROUP_MESSAGES = 1000
const GROUP_BYTES = 8_388_608
/**
 * Groups of one application that are written at a time: one, so that calls gather meanwhile, or two when enough have gathered. A group that
 * only waits for the disk does not count.
 */
const GROUPS_AT_ONCE = 2
const ENOUGH_MESSAGES = 250
/** Most bytes that wait in memory, for one application and for all. */
const WAITING_OF_ONE = { messages: 20_000, bytes: 67_108_864 }
const WAITING_MAX = { messages: 100_000, bytes: 268_435_456 }

interface Amount {
  messages: number
  bytes: number
}

export class Collector {
  readonly #deps: Deps
  readonly #allowance: Allowance | null
  readonly #lanes = new Map<string, Lane>()
  readonly #held = new Map<string, Amount>()
  readonly #all: Amount = { messages: 0, bytes: 0 }
  /** Calls that are on their way, by application and idempotency key. */
  readonly #inFlight = new Map<string, Promise<unknown>>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#allowance = createAllowance(deps)
  }

  /** Resolves when the call's messages are stored. Throws unavailable when too much waits. `bytes`: about what it takes in memory. */
  async take(call: Call, bytes: number): Promise<Answer> {
    const { caller, key } = call
    if (key === null) return this.#enter(call, bytes)
    const name = `${caller.applicationId} ${key.key}`
    // Waits for the first call's answer, which the repeated call then finds stored.
    for (let before = this.#inFlight.get(name); before !== undefined; before = this.#inFlight.get(name)) {
      await before.catch(() => undefined)
    }
    const answer = this.#enter(call, bytes)
    this.#inFlight.set(name, answer)
    try {
      return await answer
    } finally {
      this.#inFlight.delete(name)
    }
  }

  async #enter(call: Call, bytes: number): Promise<Answer> {
    const { applicationId } = call.caller
    const mine = this.#held.get(applicationId) ?? { messages: 0, bytes: 0 }
    const messages = call.items.length
    if (isFull(mine, WAITING_OF_ONE, messages, bytes) || isFull(this.#all, WAITING_MAX, messages, bytes)) {
      throw new AppError('unavailable', { ...sentence('messages.busy'), retryAfterSeconds: 1 })
    }
    this.#held.set(applicationId, mine)
    for (const amount of [mine, this.#all]) add(amount, messages, bytes)
    const done = Promise.withResolvers<Answer>()
    const lane = this.#lanes.get(applicationId) ?? { waiting: [], groups: 0, isBeginning: false }
    this.#lanes.set(applicationId, lane)
    lane.waiting.push({ call, bytes, done })
    if (!lane.isBeginning) {
      lane.isBeginning = true
      setImmediate(() => {
        lane.isBeginning = false
        this.#startGroups(applicationId, lane)
      })
    }
    try {
      return await done.promise
    } finally {
      for (const amount of [mine, this.#all]) add(amount, -messages, -bytes)
      if (mine.messages === 0 && mine.bytes === 0) this.#held.delete(applicationId)
    }
  }

  #startGroups(applicationId: string, lane: Lane): void {
    while (lane.waiting.length > 0 && lane.groups < groupsAtOnce(lane)) {
      lane.groups++
      let isWritten = false
      const onWritten = (): void => {
        if (isWritten) return
        isWritten = true
        lane.groups--
        this.#startGroups(applicationId, lane)
      }
      void this.#store({ applicationId, onWritten }, nextGroup(lane)).finally(onWritten)
    }
    if (lane.groups === 0 && lane.waiting.length === 0 && !lane.isBeginning) this.#lanes.delete(applicationId)
  }

  /** A failure caused by one call of the group must not fail the others. */
  async #store(lane: Writing, group: readonly Waiting[]): Promise<void> {
    try {
      const calls = group.map(({ call }) => call)
      const answers = await storeCalls(this.#deps, this.#allowance, { ...lane, calls })
      for (const [index, { done }] of group.entries()) settle(done, answers[index])
    } catch (error) {
      if (group.length === 1 || error instanceof AppError) for (const { done } of group) done.reject(error)
      else for (const each of group) await this.#store(lane, [each])
    }
  }
}

interface Writing {
  applicationId: string
  onWritten: () => void
}

function groupsAtOnce({ waiting }: Lane): number {
  let messages = 0
  for (const { call } of waiting) {
    messages += call.items.length
    if (messages >= ENOUGH_MESSAGES) return GROUPS_AT_ONCE
  }
  return 1
}

function settle(done: PromiseWithResolvers<Answer>, answer: Answer | AppError | undefined): void {
  if (answer === undefined || answer instanceof AppError) done.reject(answer ?? new AppError('internal'))
  else done.resolve(answer)
}

/** The first calls in their order, as many as are stored together. */
function nextGroup(lane: Lane): Waiting[] {
  const group: Waiting[] = []
  const size: Amount = { messages: 0, bytes: 0 }
  for (const each of lane.waiting) {
    const { call, bytes } = each
    add(size, call.items.length, bytes)
    if (group.length > 0 && (size.messages > GROUP_MESSAGES || size.bytes > GROUP_BYTES)) break
    group.push(each)
  }
  lane.waiting.splice(0, group.length)
  return group
}

function isFull(amount: Amount, most: Amount, messages: number, bytes: number): boolean {
  return amount.messages + messages > most.messages || amount.bytes + bytes > most.bytes
}

function add(amount: Amount, messages: number, bytes: number): void {
  amount.messages += messages
  amount.bytes += bytes
}
