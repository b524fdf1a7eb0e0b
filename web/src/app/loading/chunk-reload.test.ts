import { beforeEach, expect, test, vi } from 'vitest'
import { createReloader, loadPart } from './chunk-reload.ts'

const START = 1_800_000_000_000
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

let clock = START
let reload = vi.fn<() => void>()
/** A page right after being loaded: it knows nothing of the one before but what the tab keeps. */
const freshPage = (isOnline = true) => createReloader({ now: () => clock, isOnline: () => isOnline, reload })

beforeEach(() => {
  sessionStorage.clear()
  clock = START
  reload = vi.fn<() => void>()
})

test('a missing file reloads the page once, however many of its files are missing', () => {
  const page = freshPage()
  expect([page(), page()]).toEqual([true, true])
  expect(reload).toHaveBeenCalledOnce()
})

test('the page is reloaded at most once a minute; in between the failure is shown', async () => {
  freshPage()()
  clock = START + 59_000
  await expect(loadPart(gone, freshPage())).rejects.toThrow('A part of the dashboard could not be loaded.')
  expect(reload).toHaveBeenCalledOnce()
  clock = START + 60_000
  expect(freshPage()()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('without a network nothing is reloaded: the page and what was typed stay', async () => {
  await expect(loadPart(gone, freshPage(false))).rejects.toThrow('could not be loaded')
  expect(reload).not.toHaveBeenCalled()
})

test('a part that is there is handed on', async () => {
  expect(await loadPart(() => Promise.resolve('part'), freshPage())).toBe('part')
})
