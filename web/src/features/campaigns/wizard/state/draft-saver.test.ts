import type { CampaignDraft } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../../api/api-error.ts'
import { DraftSaver, type SavedAnswer } from './draft-saver.ts'
import { until } from '../../../../testing/until.ts'

const answer: SavedAnswer = {
  uuid: 'd-1',
  problems: [],
  outline: { sender: null, reply_to: null, link: null },
  launch_errors: [],
  updated_on: 1_795_000_000,
}
const failure = (status: number) => new ApiError({ status, message: 'no', method: 'PUT', path: '/x' })

/** A server that answers when it is told to. */
function server() {
  const calls: { uuid: string | null; parts: CampaignDraft; settle: (error?: ApiError) => void }[] = []
  const take = (uuid: string | null, parts: CampaignDraft) =>
    new Promise<SavedAnswer>((resolve, reject) => {
      calls.push({ uuid, parts, settle: error => (error ? reject(error) : resolve(answer)) })
    })
  const nth = (index: number) => until(() => calls[index] ?? Promise.reject(new Error('not called yet')))
  return {
    calls,
    nth,
    create: (parts: CampaignDraft) => take(null, parts),
    update: (uuid: string, parts: CampaignDraft) => take(uuid, parts),
  }
}

function saverOn(
  { create, update }: ReturnType<typeof server>,
  options: { uuid?: string; pauseMs?: number; retryMs?: readonly number[] } = {},
) {
  return new DraftSaver({ uuid: null, create, update, pauseMs: 5, retryMs: [5], ...options })
}

describe('a draft that saves itself', () => {
  test('collects what is typed and makes the draft with the first save', async () => {
    const api = server()
    const saver = saverOn(api)
    saver.change({ campaignName: 'A' })
    saver.change({ campaignName: 'Ab' })
    saver.change({ emailSubject: 'Hi' })
    expect(saver.state.get()).toEqual({ name: 'waiting' })
    const first = await api.nth(0)
    expect(first).toMatchObject({ uuid: null, parts: { campaignName: 'Ab', emailSubject: 'Hi' } })
    first.settle()
    await until(() => expect(saver.state.get()).toEqual({ name: 'saved', on: answer.updated_on }))
    expect(saver.uuid).toBe('d-1')
    expect(api.calls).toHaveLength(1)
  })

  test('sends one save at a time, in order; what is typed meanwhile follows', async () => {
    const api = server()
    const saver = saverOn(api)
    saver.change({ campaignName: 'A' })
    const first = await api.nth(0)
    saver.change({ campaignName: 'B' })
    saver.change({ preheader: 'p' })
    expect(saver.state.get()).toEqual({ name: 'saving' })
    expect(api.calls).toHaveLength(1)
    first.settle()
    const second = await api.nth(1)
    expect(second).toMatchObject({ uuid: 'd-1', parts: { campaignName: 'B', preheader: 'p' } })
    second.settle()
    await until(() => expect(saver.state.get().name).toBe('saved'))
  })

  test('keeps what failed and tries again, newer words over older ones', async () => {
    const api = server()
    const saver = saverOn(api, { uuid: 'd-1' })
    const states: string[] = []
    saver.state.subscribe(() => states.push(saver.state.get().name))
    saver.change({ campaignName: 'Old', emailSubject: 'Kept' })
    const first = await api.nth(0)
    saver.change({ campaignName: 'New' })
    first.settle(failure(500))
    const second = await api.nth(1)
    expect(states).toContain('failed')
    expect(second.parts).toEqual({ campaignName: 'New', emailSubject: 'Kept' })
    second.settle()
    await until(() => expect(saver.state.get().name).toBe('saved'))
  })

  test('does not repeat what the server refused until something changes', async () => {
    const api = server()
    const saver = saverOn(api, { uuid: 'd-1' })
    saver.change({ emailBody: 'too long' })
    ;(await api.nth(0)).settle(failure(400))
    await until(() => expect(saver.state.get()).toMatchObject({ name: 'failed', isRefused: true }))
    saver.change({ emailBody: 'short' })
    const second = await api.nth(1)
    expect(second.parts).toEqual({ emailBody: 'short' })
    second.settle()
    await until(() => expect(saver.state.get().name).toBe('saved'))
    expect(api.calls).toHaveLength(2)
  })

  test('flushes everything at once and says whether it is safe to leave', async () => {
    const api = server()
    const saver = saverOn(api, { uuid: 'd-1', pauseMs: 60_000, retryMs: [60_000] })
    expect(await saver.flush()).toBe(true)
    saver.change({ campaignName: 'A' })
    const flushed = saver.flush()
    const first = await api.nth(0)
    saver.change({ campaignName: 'B' })
    first.settle()
    ;(await api.nth(1)).settle()
    expect(await flushed).toBe(true)
    saver.change({ campaignName: 'C' })
    const failing = saver.flush()
    ;(await api.nth(2)).settle(failure(500))
    expect(await failing).toBe(false)
    saver.stop()
  })
})
