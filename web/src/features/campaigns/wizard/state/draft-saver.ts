/**
 * Saves a draft while it is edited. Only one save is in progress at a time, with all changes made before it started, so
 * saves arrive in order. A failed save is kept and retried at growing intervals. The first save creates the draft.
 */
import type { CampaignDraft } from '@notifly/contracts/campaigns/campaigns'
import type { CampaignCalls } from '@notifly/contracts/campaigns/calls'
import { ApiError } from '../../../../api/api-error.ts'
import type { Data } from '../../../../api/client.ts'
import { createStore } from '../../../../api/store.ts'

/** In `failed` the saver keeps retrying, unless the server refused the content (`isRefused`). */
export type SaveState =
  | { name: 'clean' }
  | { name: 'waiting' }
  | { name: 'saving' }
  | { name: 'saved'; on: number }
  | { name: 'failed'; error: ApiError; isRefused: boolean }

export type SavedAnswer = Data<CampaignCalls['updateDraft']>

export interface DraftSaverOptions {
  /** Null: the first save creates the draft. */
  uuid: string | null
  /** When the stored version was saved, in epoch seconds. */
  savedOn?: number | undefined
  /** Initial values that the server does not have yet. The first save includes them. */
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
  /** The response to the last successful save. */
  readonly answer = createStore<SavedAnswer | undefined>(undefined)
  readonly #options: DraftSaverOptions
  #uuid: string | null
  #unstored: CampaignDraft
  #queued: CampaignDraft = {}
  #currentSave: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: DraftSaverOptions) {
    this.#options = options
    this.#uuid = options.uuid
    this.#unstored = options.unstored ?? {}
    if (options.savedOn !== undefined) this.state.set({ name: 'saved', on: options.savedOn })
  }

  /** The draft's id; null until the first save has created it. */
  get uuid(): string | null {
    return this.#uuid
  }

  /** Queues changed parts. They are sent after a pause. */
  change = (parts: CampaignDraft): void => {
    this.#queued = { ...this.#unstored, ...this.#queued, ...parts }
    this.#unstored = {}
    if (!this.#currentSave) this.state.set({ name: 'waiting' })
    this.#schedule(this.#pauseMs)
  }

  /** Sends queued changes now. Resolves to true once everything is saved. */
  flush = async (): Promise<boolean> => {
    while (this.#currentSave || this.#hasQueued()) {
      await this.#send()
      if (this.state.get().name === 'failed') return false
    }
    return this.state.get().name !== 'failed'
  }

  stop = (): void => clearTimeout(this.#timer)

  get #pauseMs(): number {
    return this.#options.pauseMs ?? PAUSE_MS
  }

  #hasQueued(): boolean {
    return Object.keys(this.#queued).length > 0
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  /** Sends queued changes, unless a save is already in progress. Resolves when the current save has ended. */
  #send(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#currentSave) return this.#currentSave
    if (!this.#hasQueued()) return Promise.resolve()
    this.#currentSave = this.#save().finally(() => {
      this.#currentSave = undefined
    })
    return this.#currentSave
  }

  async #save(): Promise<void> {
    const { create, update } = this.#options
    const parts = this.#queued
    this.#queued = {}
    this.state.set({ name: 'saving' })
    try {
      const answer = this.#uuid === null ? await create(parts) : await update(this.#uuid, parts)
      this.#uuid = answer.uuid
      this.#failures = 0
      const hasMore = this.#hasQueued()
      this.state.set(hasMore ? { name: 'waiting' } : { name: 'saved', on: answer.updated_on })
      if (hasMore) this.#schedule(this.#pauseMs)
      this.answer.set(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#requeue(parts, error)
    }
  }

  /** Queues the parts of a failed save again. Changes made in the meantime take precedence. */
  #requeue(parts: CampaignDraft, error: ApiError): void {
    this.#queued = { ...parts, ...this.#queued }
    const isRefused = isRefusal(error)
    this.state.set({ name: 'failed', error, isRefused })
    if (isRefused) return
    const retryMs = this.#options.retryMs ?? RETRY_MS
    this.#schedule(retryMs[Math.min(this.#failures++, retryMs.length - 1)] ?? this.#pauseMs)
  }
}

/** Whether the server would refuse a retry as well. */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
