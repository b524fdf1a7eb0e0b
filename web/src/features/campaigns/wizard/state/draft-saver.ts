/**
 * Saves a draft while it is edited. Only one save is in progress at a time, and it contains every change until it was sent, so saves arrive
 * in order; a failed one is kept and retried, at growing intervals. The first save creates the draft.
 */
import type { CampaignDraft } from '@notifly/contracts/campaigns/campaigns'
import type { CampaignCalls } from '@notifly/contracts/campaigns/calls'
import { ApiError } from '../../../../api/api-error.ts'
import type { Data } from '../../../../api/client.ts'
import { createStore } from '../../../../api/store.ts'

/** `failed` goes on trying unless the server refused what was typed. */
export type SaveState =
  | { name: 'clean' }
  | { name: 'waiting' }
  | { name: 'saving' }
  | { name: 'saved'; on: number }
  | { name: 'failed'; error: ApiError; isRefused: boolean }

export type SavedAnswer = Data<CampaignCalls['updateDraft']>

export interface DraftSaverOptions {
  /** Null: the first save makes a draft. */
  uuid: string | null
  /** When what is there was saved. */
  savedOn?: number | undefined
  /** What a reader sees and the server does not have yet: goes along with the first save. */
  unstored?: CampaignDraft
  create: (parts: CampaignDraft) => Promise<SavedAnswer>
  update: (uuid: string, parts: CampaignDraft) => Promise<SavedAnswer>
  pauseMs?: number
  retryMs?: readonly number[]
}

const PAUSE_MS = 500
const RETRY_MS = [2000, 5000, 15_000, 30_000]

export class DraftSaver {
  readonly state = createStore<SaveState>({ name: 'clean' })
  /** What the last save answered. */
  readonly answer = createStore<SavedAnswer | undefined>(undefined)
  readonly #options: DraftSaverOptions
  #uuid: string | null
  #unstored: CampaignDraft
  #waiting: CampaignDraft = {}
  #underWay: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: DraftSaverOptions) {
    this.#options = options
    this.#uuid = options.uuid
    this.#unstored = options.unstored ?? {}
    if (options.savedOn !== undefined) this.state.set({ name: 'saved', on: options.savedOn })
  }

  /** The draft's id once the server knows it. */
  get uuid(): string | null {
    return this.#uuid
  }

  /** Notes parts that changed; they leave after a pause. */
  change = (parts: CampaignDraft): void => {
    this.#waiting = { ...this.#unstored, ...this.#waiting, ...parts }
    this.#unstored = {}
    if (!this.#underWay) this.state.set({ name: 'waiting' })
    this.#later(this.#pauseMs)
  }

  /** Sends what waits now. True when everything typed is on the server. */
  flush = async (): Promise<boolean> => {
    while (this.#underWay || this.#hasWaiting()) {
      await this.#send()
      if (this.state.get().name === 'failed') return false
    }
    return this.state.get().name !== 'failed'
  }

  stop = (): void => clearTimeout(this.#timer)

  get #pauseMs(): number {
    return this.#options.pauseMs ?? PAUSE_MS
  }

  #hasWaiting(): boolean {
    return Object.keys(this.#waiting).length > 0
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  /** Resolves when the save that is on its way has ended; sends what waits unless there is one. */
  #send(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#underWay) return this.#underWay
    if (!this.#hasWaiting()) return Promise.resolve()
    this.#underWay = this.#save().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async #save(): Promise<void> {
    const { create, update } = this.#options
    const parts = this.#waiting
    this.#waiting = {}
    this.state.set({ name: 'saving' })
    try {
      const answer = this.#uuid === null ? await create(parts) : await update(this.#uuid, parts)
      this.#uuid = answer.uuid
      this.#failures = 0
      const isMore = this.#hasWaiting()
      this.state.set(isMore ? { name: 'waiting' } : { name: 'saved', on: answer.updated_on })
      if (isMore) this.#later(this.#pauseMs)
      this.answer.set(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#takeBack(parts, error)
    }
  }

  /** What was typed meanwhile is newer than what came back. */
  #takeBack(parts: CampaignDraft, error: ApiError): void {
    this.#waiting = { ...parts, ...this.#waiting }
    const isRefused = isRefusal(error)
    this.state.set({ name: 'failed', error, isRefused })
    if (isRefused) return
    const retryMs = this.#options.retryMs ?? RETRY_MS
    this.#later(retryMs[Math.min(this.#failures++, retryMs.length - 1)] ?? this.#pauseMs)
  }
}

/** Statuses with which the server says that a second try would end like the first. */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
